import { html } from 'hono/html';
import type { Texts } from '../kit/language.js';
import type { Markup } from '../kit/markup.js';
import { languageFor, renderPage } from '../kit/page.js';
import type { SandboxContext } from '../kit/provider.js';
import type { AuthorizationRequest } from './authorization-request.js';

interface ChooserTexts {
  title: (provider: string) => string;
  heading: string;
  continueTo: (app: string) => string;
  permissions: string;
  another: string;
  continue: string;
  cancel: string;
}

const TEXTS: Texts<ChooserTexts> = {
  en: {
    title: (provider) => `Sign in with ${provider} (sandbox)`,
    heading: 'Choose an account',
    continueTo: (app) => `to continue to ${app}`,
    permissions: 'It asks to see',
    another: 'Use another account',
    continue: 'Continue',
    cancel: 'Cancel',
  },
  zh: {
    title: (provider) => `用 ${provider} 登录（沙盒）`,
    heading: '选择账号',
    continueTo: (app) => `登录后继续使用 ${app}`,
    permissions: '对方想获取',
    another: '使用其他账号',
    continue: '继续',
    cancel: '取消',
  },
};

export interface ChooserAccount {
  id: string;
  name: string;
  detail: string;
  remark?: string | undefined;
  avatarPath: string;
}

export interface Chooser {
  provider: string;
  request: AuthorizationRequest;
  parameters: URLSearchParams;
  accounts: ChooserAccount[];
  newAccountFields: Markup;
  problem?: string | undefined;
}

export function renderChooser(c: SandboxContext, chooser: Chooser): Promise<Response> {
  const texts = TEXTS[languageFor(c)];
  const { provider, request, accounts, problem } = chooser;
  const hidden = [...chooser.parameters].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  );
  const body = html`<section class="sheet">
    <p class="muted">${provider}</p>
    <h1>${texts.heading}</h1>
    <p>${texts.continueTo(request.client.name)}</p>
    <p class="muted">${texts.permissions}: <code>${request.scope.join(' ') || '-'}</code></p>
    <form method="post" action="${c.req.path}">
      ${hidden}
      <ul class="people">
        ${accounts.map((account) => html`<li>${accountButton(account)}</li>`)}
      </ul>
    </form>
    <details ${problem ? 'open' : ''}>
      <summary>${texts.another}</summary>
      <form method="post" action="${c.req.path}" autocomplete="off">
        ${hidden} ${problem ? html`<p class="mark" role="alert">${problem}</p>` : ''} ${chooser.newAccountFields}
        <div class="row"><button class="action" name="account" value="new">${texts.continue}</button></div>
      </form>
    </details>
    <form method="post" action="${c.req.path}">
      ${hidden}
      <div class="row"><button class="quiet" name="decision" value="cancel">${texts.cancel}</button></div>
    </form>
  </section>`;
  return renderPage(c, { title: texts.title(provider), body, status: problem ? 400 : 200 });
}

const accountButton = (account: ChooserAccount): Markup =>
  html`<button name="account" value="${account.id}">
    <img class="avatar" src="${account.avatarPath}" alt="" width="40" height="40" />
    <span>
      <span>${account.name}</span>
      <span class="muted">${account.detail}</span>
      ${account.remark ? html`<span class="mark">${account.remark}</span>` : ''}
    </span>
  </button>`;
