import { html } from 'hono/html';
import type { Markup } from '../../kit/markup.js';
import { languageFor, renderPage } from '../../kit/page.js';
import type { SandboxContext } from '../../kit/provider.js';
import { money } from '../billing/lines.js';
import { readBusiness } from '../checkout/business.js';
import { submitCard, successUrlOf } from '../checkout/pay.js';
import type { StripeAccount } from '../store/account.js';
import type { Stored } from '../store/wire.js';
import { readCardForm, renderCardForm } from './card-form.js';
import { textsFor, type PageTexts } from './texts.js';

type Session = Stored<'checkout.session'>;

/** `GET /c/pay/:session` */
export function showCheckout(c: SandboxContext, account: StripeAccount): Promise<Response> {
  const session = account.objects.find('checkout.session', c.req.param('session') ?? '');
  if (!session) return notFoundPage(c);
  return session.status === 'open' ? renderCheckout(c, account, session) : renderEnded(c, session);
}

/** `POST /c/pay/:session`, the form of that page. */
export async function payCheckout(c: SandboxContext, account: StripeAccount): Promise<Response> {
  const session = account.objects.find('checkout.session', c.req.param('session') ?? '');
  if (!session) return notFoundPage(c);
  if (session.status === 'complete') return c.redirect(successUrlOf(session), 303);
  if (session.status !== 'open') return renderEnded(c, session);
  const typed = new URLSearchParams(await c.req.text());
  const card = readCardForm(typed);
  if (!card) return renderCheckout(c, account, session, { problem: textsFor(languageFor(c)).invalidExpiry, typed });
  const business = session.tax_id_collection?.enabled ? readBusiness(typed) : null;
  if (business === undefined) {
    return renderCheckout(c, account, session, { problem: textsFor(languageFor(c)).invalidBusiness, typed });
  }
  const result = submitCard(account, session.id, { ...card, business });
  if (result.kind === 'complete') return c.redirect(successUrlOf(session), 303);
  if (result.kind === 'authenticate') return c.redirect(account.pageUrl(`authenticate/${result.intent}`), 303);
  return renderCheckout(c, account, session, { problem: result.message, typed });
}

interface Attempt {
  problem?: string;
  typed?: URLSearchParams;
}

export function renderCheckout(
  c: SandboxContext,
  account: StripeAccount,
  session: Session,
  { problem, typed }: Attempt = {},
): Promise<Response> {
  const texts = textsFor(languageFor(c));
  const { email } = account.objects.get('checkout_order', session.id);
  const title = session.mode === 'setup' ? texts.addCard : texts.order;
  const body = html`<section class="sheet">
    ${session.cancel_url === null ? '' : html`<p><a href="${session.cancel_url}">← ${texts.back}</a></p>`}
    <h1>${title}</h1>
    ${session.mode === 'setup' ? '' : renderOrder(account, session, texts)}
    ${renderCardForm(texts, {
      action: account.pageUrl(`c/pay/${session.id}`),
      button: buttonOf(session, texts),
      problem,
      typed,
      asksBusiness: session.tax_id_collection?.enabled ?? false,
      email: session.customer_details?.email ?? (session.mode === 'setup' ? '' : email),
    })}
  </section>`;
  return renderPage(c, { title, body });
}

function buttonOf({ mode, amount_total: total, currency }: Session, texts: PageTexts): string {
  if (mode === 'setup') return texts.save;
  const amount = money(total ?? 0, currency ?? 'usd');
  return mode === 'subscription' ? `${texts.subscribe} (${amount})` : `${texts.pay} ${amount}`;
}

function renderOrder(account: StripeAccount, { id, amount_total: total, currency }: Session, texts: PageTexts): Markup {
  const { items } = account.objects.get('checkout_order', id);
  return html`<table>
    <tbody>
      ${items.map(
        ({ description, quantity, amount_total: amount, price }) =>
          html`<tr>
            <td class="text">${description} ${quantity === 1 ? '' : `× ${quantity}`}</td>
            <td>${money(amount, currency ?? 'usd')} ${texts.per[price?.recurring?.interval ?? ''] ?? ''}</td>
          </tr>`,
      )}
      <tr>
        <th scope="row">${texts.total}</th>
        <td>${money(total ?? 0, currency ?? 'usd')}</td>
      </tr>
    </tbody>
  </table>`;
}

function renderEnded(c: SandboxContext, session: Session): Promise<Response> {
  const texts = textsFor(languageFor(c));
  const isComplete = session.status === 'complete';
  const title = isComplete ? texts.complete : texts.expired;
  const target = isComplete ? successUrlOf(session) : session.cancel_url;
  const body = html`<section class="sheet">
    <h1>${title}</h1>
    ${target === null ? '' : html`<p><a href="${target}">${isComplete ? texts.goOn : texts.back}</a></p>`}
  </section>`;
  return renderPage(c, { title, body });
}

export function notFoundPage(c: SandboxContext): Promise<Response> {
  const { unknown } = textsFor(languageFor(c));
  const body = html`<section class="sheet"><h1>${unknown}</h1></section>`;
  return renderPage(c, { title: unknown, body, status: 404 });
}
