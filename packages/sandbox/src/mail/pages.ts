import { html } from 'hono/html';
import type { Language, Texts } from '../kit/language.js';
import type { Markup } from '../kit/markup.js';
import { languageFor, momentOf, renderPage } from '../kit/page.js';
import type { SandboxContext } from '../kit/provider.js';
import type { ReceivedMail } from './mailbox.js';

interface MailTexts {
  inbox: string;
  empty: string;
  noSubject: string;
  from: string;
  to: string;
  subject: string;
  received: string;
  filter: string;
  show: string;
  all: string;
  links: string;
  formatted: string;
  plain: string;
  attachments: string;
  headers: string;
  notFound: string;
}

const TEXTS: Texts<MailTexts> = {
  en: {
    inbox: 'Inbox',
    empty: 'No mail has arrived.',
    noSubject: '(no subject)',
    from: 'From',
    to: 'To',
    subject: 'Subject',
    received: 'Received',
    filter: 'Recipient',
    show: 'Show',
    all: 'All mail',
    links: 'Links in this mail',
    formatted: 'Formatted',
    plain: 'Plain text',
    attachments: 'Attachments',
    headers: 'Headers',
    notFound: 'There is no such mail',
  },
  zh: {
    inbox: '收件箱',
    empty: '还没有收到邮件。',
    noSubject: '（无主题）',
    from: '发件人',
    to: '收件人',
    subject: '主题',
    received: '收到时间',
    filter: '收件人',
    show: '查看',
    all: '全部邮件',
    links: '邮件中的链接',
    formatted: '排版视图',
    plain: '纯文本',
    attachments: '附件',
    headers: '邮件头',
    notFound: '找不到这封邮件',
  },
};

export function renderInbox(c: SandboxContext, mails: ReceivedMail[], to: string | undefined): Promise<Response> {
  const texts = TEXTS[languageFor(c)];
  const body = html`<section class="sheet">
    <h1>${texts.inbox}</h1>
    <form method="get" class="row">
      <label for="to">${texts.filter}</label>
      <input id="to" name="to" type="search" value="${to ?? ''}" />
      <button class="quiet">${texts.show}</button>
      <a href="/mail">${texts.all}</a>
    </form>
    ${mails.length === 0 ? html`<p class="muted">${texts.empty}</p>` : mailTable(mails, languageFor(c))}
  </section>`;
  return renderPage(c, { title: texts.inbox, body, layout: 'wide' });
}

export function mailTable(mails: ReceivedMail[], language: Language): Markup {
  const texts = TEXTS[language];
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th scope="col">${texts.subject}</th>
          <th scope="col">${texts.to}</th>
          <th scope="col">${texts.received}</th>
        </tr>
      </thead>
      <tbody>
        ${mails.map(
          (mail) =>
            html`<tr>
              <td class="long"><a href="/mail/${mail.id}">${mail.subject || texts.noSubject}</a></td>
              <td>${mail.envelope.to.join(', ')}</td>
              <td>${momentOf(mail.receivedAt)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

export function renderMail(c: SandboxContext, mail: ReceivedMail): Promise<Response> {
  const texts = TEXTS[languageFor(c)];
  const title = mail.subject || texts.noSubject;
  const body = html`<section class="sheet">
      <p><a href="/mail">${texts.inbox}</a></p>
      <h1>${title}</h1>
      <p class="muted">
        ${texts.from}: ${mail.from}<br />${texts.to}: ${mail.envelope.to.join(', ')}<br />${momentOf(mail.receivedAt)}
      </p>
      ${linkList(mail, texts)}
    </section>
    ${
      mail.html === null
        ? ''
        : html`<section class="sheet">
            <h2>${texts.formatted}</h2>
            <iframe
              src="/mail/${mail.id}/html"
              title="${texts.formatted}"
              sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
            ></iframe>
          </section>`
    }
    <section class="sheet">
      <h2>${texts.plain}</h2>
      <pre>${withLinks(mail.text)}</pre>
    </section>
    <section class="sheet">${details(mail, texts)}</section>`;
  return renderPage(c, { title, body, layout: 'wide' });
}

/** For the frame: no scripts and no external content; links open in the whole window. */
export function renderMailHtml(c: SandboxContext, mail: ReceivedMail): Response {
  c.header(
    'content-security-policy',
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
  );
  return c.body(`<base target="_top">${mail.html ?? ''}`, 200, { 'content-type': 'text/html; charset=utf-8' });
}

export function renderMailNotFound(c: SandboxContext): Promise<Response> {
  const texts = TEXTS[languageFor(c)];
  const body = html`<section class="sheet">
    <h1>${texts.notFound}</h1>
    <p><a href="/mail">${texts.inbox}</a></p>
  </section>`;
  return renderPage(c, { title: texts.notFound, body, status: 404 });
}

function linkList(mail: ReceivedMail, texts: MailTexts): Markup | string {
  const links = linksOf(mail);
  if (links.length === 0) return '';
  return html`<h2>${texts.links}</h2>
    <ul>
      ${links.map((link) => html`<li><a href="${link}">${link}</a></li>`)}
    </ul>`;
}

function details(mail: ReceivedMail, texts: MailTexts): Markup {
  const files = mail.attachments.map(
    ({ filename, mimeType, size }) => html`<li>${filename ?? '-'} (${mimeType}, ${size} B)</li>`,
  );
  return html`${
      files.length > 0
        ? html`<h2>${texts.attachments}</h2>
            <ul>
              ${files}
            </ul>`
        : ''
    }
    <details>
      <summary>${texts.headers}</summary>
      <pre>${mail.headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}</pre>
    </details>`;
}

/** ASCII only, because Chinese text may follow an address without a space. */
const LINK = /https?:\/\/[!#-&(-;=?-~]*[#-&*+\-/-9=@-Z_a-z~]/g;

export function linksOf({ text, html: formatted }: Pick<ReceivedMail, 'text' | 'html'>): string[] {
  const inAttributes = [...(formatted ?? '').matchAll(/href\s*=\s*["'](https?:\/\/[^"']+)["']/gi)];
  const fromHtml = inAttributes.map(([, link = '']) => link.replaceAll('&amp;', '&'));
  return [...new Set([...(text.match(LINK) ?? []), ...fromHtml])];
}

function withLinks(text: string): Markup {
  const parts: (string | Markup)[] = [];
  let end = 0;
  for (const match of text.matchAll(LINK)) {
    parts.push(text.slice(end, match.index), html`<a href="${match[0]}">${match[0]}</a>`);
    end = match.index + match[0].length;
  }
  return html`${parts}${text.slice(end)}`;
}
