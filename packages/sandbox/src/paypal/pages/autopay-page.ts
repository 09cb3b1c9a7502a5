import { html } from 'hono/html';
import type { Markup } from '../../kit/markup.js';
import { languageFor, momentOf, renderPage } from '../../kit/page.js';
import type { SandboxContext } from '../../kit/provider.js';
import { Funding } from '../funding.js';
import { decimalOf } from '../money.js';
import { planOf } from '../subscriptions/lifecycle.js';
import { nextPayment, type Subscription } from '../subscriptions/subscription.js';
import type { World } from '../world.js';
import { PAGE_TEXTS, type PageTexts } from './texts.js';

export const AUTOPAY_PATH = '/myaccount/autopay';

const isRunning = ({ status }: Subscription): boolean => status === 'ACTIVE' || status === 'SUSPENDED';

/** The automatic payments of all people, since nobody logs in here: each can be paid in another way from now on. */
export function renderAutopay(c: SandboxContext, world: World): Promise<Response> {
  const texts = PAGE_TEXTS[languageFor(c)];
  const running = world.subscriptions.value.filter(isRunning).toReversed();
  const body = html`<section class="sheet">
    <p class="muted">PayPal</p>
    <h1>${texts.autopay}</h1>
    ${
      running.length === 0
        ? html`<p class="muted">${texts.noAutopay}</p>`
        : running.map((subscription) => autopayForm(world, subscription, texts))
    }
  </section>`;
  return renderPage(c, { title: texts.title, body });
}

function autopayForm(world: World, subscription: Subscription, texts: PageTexts): Markup {
  const { id, status, payer, funding, outstanding, retryAt } = subscription;
  const plan = planOf(world, subscription);
  const next = status === 'ACTIVE' ? (retryAt ?? nextPayment(subscription, plan)?.at) : undefined;
  return html`<form method="post" autocomplete="off">
    <input type="hidden" name="id" value="${id}" />
    <h2>${[subscription.page.brand, plan.name].filter(Boolean).join(' · ')}</h2>
    <p>${payer?.email ?? ''}</p>
    ${
      outstanding.cents > 0
        ? html`<p class="mark">${texts.unpaid(`${decimalOf(outstanding.cents)} ${outstanding.currency}`)}</p>`
        : ''
    }
    ${next === undefined ? '' : html`<p class="muted">${texts.nextPayment(momentOf(next))}</p>`}
    <label for="${id}">${texts.funding}</label>
    <select id="${id}" name="funding">
      ${Funding.options
        .filter((option) => option !== 'echeck')
        .map(
          (option) =>
            html`<option value="${option}" ${option === funding ? 'selected' : ''}>${texts.fundings[option]}</option>`,
        )}
    </select>
    <div class="row">
      <button class="action">${texts.save}<span class="hidden"> (${id})</span></button>
    </div>
  </form>`;
}

export async function changeFunding(c: SandboxContext, world: World): Promise<Response> {
  const sent = new URLSearchParams(await c.req.text());
  const subscription = world.subscriptions.value.find(({ id }) => id === sent.get('id'));
  const funding = Funding.safeParse(sent.get('funding'));
  if (subscription && funding.success)
    world.subscriptions.update(() => Object.assign(subscription, { funding: funding.data }));
  return c.redirect(world.links.urlOf(AUTOPAY_PATH), 303);
}
