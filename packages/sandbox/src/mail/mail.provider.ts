import { Hono } from 'hono';
import { html } from 'hono/html';
import { join } from 'node:path';
import { z } from 'zod';
import type { Texts } from '../kit/language.js';
import type { Kit, Provider, SandboxApp, SandboxEnv } from '../kit/provider.js';
import { randomText } from '../oauth/grants.js';
import { Mailbox } from './mailbox.js';
import { mailTable, renderInbox, renderMail, renderMailHtml, renderMailNotFound } from './pages.js';
import { createSmtpServer } from './smtp.js';

const Credentials = z.object({ user: z.string(), password: z.string() });
const MAILS_ON_ADMIN_PAGE = 8;
const HEADING: Texts<string> = { en: 'Mail', zh: '邮件' };
const ALL: Texts<string> = { en: 'Open the inbox', zh: '打开收件箱' };

export interface MailProvider extends Provider {
  /** smtp://user:password@host:port; known once started. */
  smtpUrl(): string;
}

export function createMail(kit: Kit, options: { host: string; port: number }): MailProvider {
  const credentials = kit.slice({
    name: 'mail-credentials',
    schema: Credentials,
    seed: () => ({ user: 'sandbox', password: randomText(18) }),
  }).value;
  const mailbox = new Mailbox(join(kit.dir, 'mails'), () => kit.clock.now());
  const smtp = createSmtpServer({ kit, mailbox, credentials });
  let port = options.port;

  return {
    id: 'mail',
    title: 'Mail',
    routes: routes(mailbox),
    control: control(mailbox),
    chaosModes: ['normal', 'down', 'slow', 'error', 'refuse'],
    notFound: renderMailNotFound,
    failure: (c) => c.text('Internal error', 500),
    renderAdminSection: (language) =>
      html`<h2>${HEADING[language]}</h2>
        <p><a href="/mail">${ALL[language]}</a></p>
        ${mailTable(mailbox.list().slice(0, MAILS_ON_ADMIN_PAGE), language)}`,
    reset: () => mailbox.clear(),
    start: () =>
      new Promise((resolve, reject) => {
        smtp.server.once('error', reject);
        smtp.listen(options.port, options.host, () => {
          smtp.server.off('error', reject);
          const address = smtp.server.address();
          if (address && typeof address === 'object') port = address.port;
          resolve();
        });
      }),
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
    smtpUrl: () => `smtp://${credentials.user}:${credentials.password}@${loopbackFor(options.host)}:${port}`,
  };
}

/** Local clients connect by loopback, also when the server listens on all interfaces. */
const loopbackFor = (host: string): string => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host);

function routes(mailbox: Mailbox): SandboxApp {
  const app = new Hono<SandboxEnv>();
  app.get('/', (c) => {
    const to = c.req.query('to') || undefined;
    return renderInbox(c, mailbox.list(to), to);
  });
  app.get('/:id', (c) => {
    const mail = mailbox.find(c.req.param('id'));
    return mail ? renderMail(c, mail) : renderMailNotFound(c);
  });
  app.get('/:id/html', (c) => {
    const mail = mailbox.find(c.req.param('id'));
    return mail ? renderMailHtml(c, mail) : renderMailNotFound(c);
  });
  return app;
}

function control(mailbox: Mailbox): SandboxApp {
  const app = new Hono<SandboxEnv>();
  app.get('/mails', (c) => c.json(mailbox.list(c.req.query('to'))));
  app.delete('/mails', (c) => {
    mailbox.clear();
    return c.body(null, 204);
  });
  return app;
}
