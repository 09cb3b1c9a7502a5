import { html } from 'hono/html';
import type { Language } from '../../kit/language.js';
import type { Markup } from '../../kit/markup.js';
import { momentOf } from '../../kit/page.js';
import { WebhookMode, type WebhookDelivery } from '../../kit/webhook-delivery.js';
import { Funding } from '../funding.js';
import { decimalOf, type Amount } from '../money.js';
import { PAGE_TEXTS } from '../pages/texts.js';
import type { Payment } from '../payments/payment.js';
import { planOf } from '../subscriptions/lifecycle.js';
import { nextPayment, type Subscription } from '../subscriptions/subscription.js';
import type { StoredEvent } from '../webhooks/events.js';
import type { World } from '../world.js';
import { SECTION_TEXTS, type SectionTexts } from './texts.js';

const ROWS = 15;
const amountText = ({ cents, currency }: Amount): string => `${decimalOf(cents)} ${currency}`;

/** PayPal's part of the admin page: subscriptions, payments, events with their deliveries, and what steers them. */
export function renderPaypalSection(language: Language, world: World): Markup {
  const texts = SECTION_TEXTS[language];
  const { subscriptions, payments, events } = world;
  const newest = <T>(all: readonly T[]): T[] => all.toReversed().slice(0, ROWS);
  return html`<div id="paypal">
    <h2>${texts.subscriptions}</h2>
    <p class="muted">${texts.intro}</p>
    ${table(
      [texts.id, texts.plan, texts.person, texts.status, texts.next, texts.funding],
      newest(subscriptions.value).map((subscription) => subscriptionRow(world, subscription, language)),
      texts,
    )}
    <h2>${texts.payments}</h2>
    ${table(
      [texts.time, texts.id, texts.person, texts.amount, texts.status, texts.dispute],
      newest(payments.value).map((payment) => paymentRow(world, payment, texts)),
      texts,
    )}
    <h2>${texts.deliveries}</h2>
    ${webhookForms(events.outbox.settings.mode, texts)}
    ${table(
      [texts.time, texts.event, texts.delivery],
      events
        .list()
        .slice(0, ROWS)
        .map((event) => eventRow(world, event, texts)),
      texts,
    )}
  </div>`;
}

function table(headings: string[], rows: Markup[], texts: SectionTexts): Markup {
  if (rows.length === 0) return html`<p class="muted">${texts.none}</p>`;
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

function subscriptionRow(world: World, subscription: Subscription, language: Language): Markup {
  const texts = SECTION_TEXTS[language];
  const { id, status, payer, outstanding } = subscription;
  const plan = planOf(world, subscription);
  const next = status === 'ACTIVE' ? (subscription.retryAt ?? nextPayment(subscription, plan)?.at) : undefined;
  const isOpen = status === 'ACTIVE' || status === 'SUSPENDED';
  return html`<tr>
    <td><code>${id}</code></td>
    <td>${plan.name}</td>
    <td>${payer?.email ?? ''}</td>
    <td>
      ${status} ${outstanding.cents > 0 ? html`<p class="mark">${texts.outstanding(amountText(outstanding))}</p>` : ''}
    </td>
    <td>${next === undefined ? '' : momentOf(next)}</td>
    <td>${isOpen ? subscriptionForm(subscription, language) : ''}</td>
  </tr>`;
}

function subscriptionForm({ id, funding }: Subscription, language: Language): Markup {
  const texts = SECTION_TEXTS[language];
  return html`<form method="post" action="/desk/paypal/subscription">
    <input type="hidden" name="id" value="${id}" />
    <select name="funding" aria-label="${texts.funding} (${id})">
      ${Funding.options
        .filter((option) => option !== 'echeck')
        .map(
          (option) =>
            html`<option value="${option}" ${option === funding ? 'selected' : ''}>
              ${PAGE_TEXTS[language].fundings[option]}
            </option>`,
        )}
    </select>
    <div class="row">
      <button class="quiet">${texts.apply}<span class="hidden"> (${id})</span></button>
      <button class="quiet" name="action" value="cancel">${texts.cancel}<span class="hidden"> (${id})</span></button>
    </div>
  </form>`;
}

function paymentRow(world: World, payment: Payment, texts: SectionTexts): Markup {
  const { id, at, payer, amount, status, isReversed } = payment;
  return html`<tr>
    <td>${momentOf(at)}</td>
    <td><code>${id}</code></td>
    <td>${payer.email}</td>
    <td>${amountText(amount)}</td>
    <td>${status} ${isReversed ? html`<span class="mark">${texts.reversed}</span>` : ''}</td>
    <td>${disputeForm(world, payment, texts)}</td>
  </tr>`;
}

function disputeForm({ disputes }: World, { id, status }: Payment, texts: SectionTexts): Markup | '' {
  const isOpen = disputes.value.some((dispute) => dispute.paymentId === id && dispute.status === 'OPEN');
  if (!isOpen && status !== 'COMPLETED' && status !== 'PARTIALLY_REFUNDED') return '';
  const named = html`<span class="hidden"> (${id})</span>`;
  const buttons = isOpen
    ? html`<button class="quiet" name="outcome" value="RESOLVED_BUYER_FAVOUR">${texts.buyerWins}${named}</button>
        <button class="quiet" name="outcome" value="RESOLVED_SELLER_FAVOUR">${texts.sellerWins}${named}</button>`
    : html`<button class="quiet">${texts.dispute}${named}</button>`;
  return html`<form method="post" action="/desk/paypal/dispute">
    <input type="hidden" name="payment" value="${id}" />${buttons}
  </form>`;
}

function webhookForms(current: WebhookMode, texts: SectionTexts): Markup {
  return html`<form method="post" action="/desk/paypal/webhooks">
      <div class="row">
        <label for="paypal-webhooks">${texts.webhooks}</label>
        <select id="paypal-webhooks" name="mode">
          ${WebhookMode.options.map(
            (mode) => html`<option value="${mode}" ${mode === current ? 'selected' : ''}>${texts.modes[mode]}</option>`,
          )}
        </select>
        <button class="quiet">${texts.apply}<span class="hidden"> (${texts.webhooks})</span></button>
      </div>
    </form>
    <form method="post" action="/desk/paypal/flush">
      <div class="row"><button class="quiet">${texts.flush}</button></div>
    </form>`;
}

function eventRow({ events }: World, { id, type, at }: StoredEvent, texts: SectionTexts): Markup {
  const deliveries = events.outbox.list().filter(({ eventId }) => eventId === id);
  return html`<tr>
    <td>${momentOf(at)}</td>
    <td><code>${type}</code></td>
    <td>${deliveries.length > 0 ? deliveries.map((delivery) => deliveryForm(delivery, texts)) : texts.noReceiver}</td>
  </tr>`;
}

function deliveryForm({ id, eventType, url, state, attempts }: WebhookDelivery, texts: SectionTexts): Markup {
  const answers = attempts.map(({ status }) => status || '–').join(', ');
  return html`<form method="post" action="/desk/paypal/resend">
    <span>${texts.states[state]} ${answers && `(${answers})`}</span> <code>${url}</code>
    <button class="quiet" name="delivery" value="${id}">
      ${texts.resend}<span class="hidden"> (${eventType}, ${id})</span>
    </button>
  </form>`;
}
