import { html, raw } from 'hono/html';
import { languageOf, type Language, type Texts } from './language.js';
import type { Markup } from './markup.js';
import type { SandboxContext } from './provider.js';
import { STYLE } from './style.js';

const TEXTS: Texts<{ banner: string; adminPage: string }> = {
  en: { banner: 'Sandbox: no real accounts, no real mail, no real money', adminPage: 'Admin page' },
  zh: { banner: '沙盒环境：账号、邮件和付款都不是真的', adminPage: '控制台' },
};

export interface Page {
  title: string;
  body: Markup;
  status?: 200 | 400 | 401 | 404 | 500 | 503;
  layout?: 'wide' | 'card';
}

export const languageFor = (c: SandboxContext): Language => languageOf(c.req.header('accept-language'));

/** Pages forbid scripts, because names and mails contain test input. */
export async function renderPage(
  c: SandboxContext,
  { title, body, status = 200, layout = 'card' }: Page,
): Promise<Response> {
  const language = languageFor(c);
  const texts = TEXTS[language];
  c.header(
    'content-security-policy',
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-src 'self'; base-uri 'none'; frame-ancestors 'self'",
  );
  c.header('referrer-policy', 'no-referrer');
  c.header('cache-control', 'no-store');
  c.header('vary', 'accept-language');
  return c.html(
    html`<!doctype html>
      <html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>${title}</title>
          <style>
            ${raw(STYLE)}
          </style>
        </head>
        <body>
          <header class="banner">
            <span>${texts.banner}</span>
            <a href="/desk">${texts.adminPage}</a>
          </header>
          <main class="${layout}">${body}</main>
        </body>
      </html>`,
    status,
  );
}

/** UTC, to the second. */
export const momentOf = (time: number | string): string =>
  `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
