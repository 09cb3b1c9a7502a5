import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { languageFor, renderPage } from '../../kit/page.js';
import type { SandboxApp, SandboxContext, SandboxEnv } from '../../kit/provider.js';
import { Funding, payerFrom } from '../funding.js';
import type { World } from '../world.js';
import { findOrderApproval, findRevisionApproval, findSubscriptionApproval, type Approval } from './approval.js';
import { renderApproval } from './approval-page.js';
import { AUTOPAY_PATH, changeFunding, renderAutopay } from './autopay-page.js';
import { PAGE_TEXTS } from './texts.js';

const Form = z.object({
  decision: z.enum(['approve', 'cancel']),
  email: z.email(),
  given_name: z.string().trim().min(1).max(140),
  surname: z.string().trim().min(1).max(140),
  funding: Funding,
});

type Finder = (world: World, token: string) => Approval | undefined;
const PAGES: readonly (readonly [path: string, parameter: string, find: Finder])[] = [
  ['/checkoutnow', 'token', findOrderApproval],
  ['/webapps/billing/subscriptions', 'ba_token', findSubscriptionApproval],
  ['/webapps/billing/subscriptions/update', 'ba_token', findRevisionApproval],
];

/** The pages on which a person agrees, or does not, to what an application asks for, and sees what was agreed to. */
export function pageRoutes(world: World): SandboxApp {
  const app = new Hono<SandboxEnv>();
  for (const [path, parameter, find] of PAGES) {
    const withApproval = (act: (c: SandboxContext, approval: Approval) => Promise<Response>) => (c: SandboxContext) => {
      const approval = find(world, c.req.query(parameter) ?? '');
      return approval ? act(c, approval) : renderNotice(c, 'gone', 404);
    };
    app.get(
      path,
      withApproval((c, approval) => renderApproval(c, approval)),
    );
    app.post(path, withApproval(decide));
  }
  app.get(AUTOPAY_PATH, (c) => renderAutopay(c, world));
  app.post(AUTOPAY_PATH, (c) => changeFunding(c, world));
  return app;
}

async function decide(c: SandboxContext, approval: Approval): Promise<Response> {
  const sent = Object.fromEntries(new URLSearchParams(await c.req.text()));
  if (sent['decision'] === 'cancel') return leave(c, approval.cancelUrl);
  const form = Form.safeParse(sent);
  if (!form.success) return renderApproval(c, approval, { sent, isInvalid: true });
  const { email, given_name: givenName, surname, funding } = form.data;
  return leave(c, approval.approve(payerFrom(email, givenName, surname), funding));
}

const leave = (c: SandboxContext, address: string | undefined): Response | Promise<Response> =>
  address === undefined ? renderNotice(c, 'done', 200) : c.redirect(address, 303);

function renderNotice(c: SandboxContext, kind: 'gone' | 'done', status: 200 | 404): Promise<Response> {
  const texts = PAGE_TEXTS[languageFor(c)];
  const body = html`<section class="sheet">
    <h1>${texts[kind]}</h1>
    <p>${texts[`${kind}Hint`]}</p>
  </section>`;
  return renderPage(c, { title: texts.title, body, status });
}
