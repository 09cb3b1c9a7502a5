import { html } from 'hono/html';
import type { Language } from '../../kit/language.js';
import type { Markup } from '../../kit/markup.js';
import { momentOf } from '../../kit/page.js';
import { isEnded } from '../billing/cancel.js';
import { money, productName } from '../billing/lines.js';
import { OUTCOMES } from '../cards/outcomes.js';
import { textsFor } from '../pages/texts.js';
import type { StripeAccount } from '../store/account.js';
import { WEBHOOK_MODES } from '../store/settings.js';
import type { Stored } from '../store/wire.js';
import { adminTextsFor, type AdminTexts } from './texts.js';

const SHOWN = 12;
const newest = <T>(objects: T[]): T[] => objects.slice(-SHOWN).reverse();
const timeOf = (seconds: number): string => momentOf(seconds * 1000);

/** Stripe's part of the admin page: what happened, and what may happen next. */
export function renderStripeSection(account: StripeAccount, language: Language): Markup {
  const texts = adminTextsFor(language);
  return html`<h2>Stripe</h2>
    <p class="muted">${texts.intro}</p>
    ${webhookForm(account, texts)} ${subscriptionTable(account, language, texts)} ${paymentTable(account, texts)}
    ${deliveryTable(account, texts)} ${eventTable(account, texts)}`;
}

function table(title: string, rows: Markup[], texts: AdminTexts): Markup {
  return html`<h3>${title}</h3>
    ${
      rows.length === 0
        ? html`<p class="muted">${texts.none}</p>`
        : html`<div class="scroll">
            <table>
              <tbody>
                ${rows}
              </tbody>
            </table>
          </div>`
    }`;
}

const statusOf = (status: string, texts: AdminTexts): string => texts.status[status] ?? status.replaceAll('_', ' ');

function webhookForm(account: StripeAccount, texts: AdminTexts): Markup {
  const { webhookMode, webhookUrl } = account.settings.value;
  return html`<form method="post" action="/stripe/admin/webhooks">
    <div class="row">
      <label for="stripe-webhooks">${texts.webhooks} <code>${webhookUrl ?? texts.noAddress}</code></label>
      <select id="stripe-webhooks" name="mode">
        ${WEBHOOK_MODES.map(
          (mode) =>
            html`<option value="${mode}" ${mode === webhookMode ? 'selected' : ''}>${texts.modes[mode]}</option>`,
        )}
      </select>
      <button class="quiet">${texts.apply}<span class="hidden"> (${texts.deliveries})</span></button>
    </div>
  </form>`;
}

function subscriptionTable(account: StripeAccount, language: Language, texts: AdminTexts): Markup {
  const subscriptions = newest(account.objects.list('subscription'));
  const rows = subscriptions.map((subscription) => {
    const [item] = subscription.items.data;
    const customer = account.objects.find('customer', subscription.customer);
    return html`<tr>
      <td>${customer?.email ?? subscription.customer}</td>
      <td>
        ${item ? `${productName(account, item.price)} ${money(item.price.unit_amount ?? 0, subscription.currency)}` : ''}
      </td>
      <td>${statusOf(subscription.status, texts)}</td>
      <td>${subscription.cancel_at === null ? texts.until : texts.ends} ${timeOf(item?.current_period_end ?? 0)}</td>
      <td>${isEnded(subscription) ? '' : cardForm(account, subscription, language, texts)}</td>
    </tr>`;
  });
  const isAnyOpen = subscriptions.some((subscription) => !isEnded(subscription));
  return html`${table(texts.subscriptions, rows, texts)}
  ${
    isAnyOpen
      ? html`<form method="post" action="/stripe/admin/renew">
          <div class="row">
            <button class="quiet">${texts.renew}</button><span class="muted">${texts.renewHint}</span>
          </div>
        </form>`
      : ''
  }`;
}

function cardForm(
  account: StripeAccount,
  { id, customer, default_payment_method: own }: Stored<'subscription'>,
  language: Language,
  texts: AdminTexts,
): Markup {
  const method = own ?? account.objects.find('customer', customer)?.invoice_settings.default_payment_method ?? null;
  const behaviour = account.objects.find('card_behaviour', method);
  if (!behaviour) return html``;
  const { outcomes } = textsFor(language);
  return html`<form method="post" action="/stripe/admin/card">
    <input type="hidden" name="method" value="${behaviour.id}" />
    <label class="hidden" for="card-${id}">${texts.card}</label>
    <select id="card-${id}" name="outcome">
      ${OUTCOMES.map(
        (outcome) =>
          html`<option value="${outcome}" ${outcome === behaviour.outcome ? 'selected' : ''}>
            ${outcomes[outcome]}
          </option>`,
      )}
    </select>
    <button class="quiet">${texts.apply}<span class="hidden"> (${texts.card})</span></button>
  </form>`;
}

function paymentTable(account: StripeAccount, texts: AdminTexts): Markup {
  const rows = newest(account.objects.list('payment_intent')).map((intent) => {
    const customer = account.objects.find('customer', intent.customer);
    const reason = intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? '';
    const charge = account.objects.find('charge', intent.latest_charge);
    return html`<tr>
      <td>${timeOf(intent.created)}</td>
      <td>${customer?.email ?? ''}</td>
      <td>${money(intent.amount, intent.currency)}</td>
      <td>${statusOf(intent.status, texts)} ${reason === '' ? '' : html`<span class="mark">${reason}</span>`}</td>
      <td>
        ${
          intent.status === 'succeeded' && charge?.disputed === false
            ? html`<form method="post" action="/stripe/admin/dispute">
                <input type="hidden" name="charge" value="${charge.id}" />
                <button class="quiet">${texts.dispute}</button>
              </form>`
            : ''
        }
      </td>
    </tr>`;
  });
  return table(texts.payments, rows, texts);
}

function deliveryTable(account: StripeAccount, texts: AdminTexts): Markup {
  const rows = newest(account.objects.list('delivery')).map(
    ({ event, type, url, status, attempts, answer }) =>
      html`<tr>
        <td>${type}</td>
        <td class="long"><code>${url}</code></td>
        <td>${statusOf(status, texts)} ${answer === null ? '' : answer === 0 ? texts.noAnswer : answer}</td>
        <td>${texts.attempts}: ${attempts}</td>
        <td>
          <form method="post" action="/stripe/admin/resend">
            <input type="hidden" name="event" value="${event}" />
            <button class="quiet">${texts.resend}<span class="hidden"> (${type})</span></button>
          </form>
        </td>
      </tr>`,
  );
  return table(texts.deliveries, rows, texts);
}

function eventTable(account: StripeAccount, texts: AdminTexts): Markup {
  const rows = newest(account.objects.list('event')).map(
    ({ id, type, created }) =>
      html`<tr>
        <td>${timeOf(created)}</td>
        <td>${type}</td>
        <td><code>${id}</code></td>
      </tr>`,
  );
  return table(texts.events, rows, texts);
}
