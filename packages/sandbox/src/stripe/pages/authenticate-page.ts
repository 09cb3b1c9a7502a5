import { html } from 'hono/html';
import { languageFor, renderPage } from '../../kit/page.js';
import type { SandboxContext } from '../../kit/provider.js';
import { paymentOfIntent } from '../billing/invoices.js';
import { money } from '../billing/lines.js';
import { settle } from '../billing/settlement.js';
import { afterIntent, successUrlOf } from '../checkout/pay.js';
import { attemptPayment, failAuthentication } from '../payments/attempt.js';
import { attemptSetup, failSetup } from '../payments/setup.js';
import type { StripeAccount } from '../store/account.js';
import type { Stored } from '../store/wire.js';
import { notFoundPage, renderCheckout } from './checkout-page.js';
import { textsFor } from './texts.js';

type Intent = Stored<'payment_intent'> | Stored<'setup_intent'>;

const findIntent = (account: StripeAccount, id: string): Intent | undefined =>
  account.objects.find('payment_intent', id) ?? account.objects.find('setup_intent', id);

/** `GET /authenticate/:intent`: what stands for the page of a bank. */
export function showAuthentication(c: SandboxContext, account: StripeAccount): Promise<Response> | Response {
  const intent = findIntent(account, c.req.param('intent') ?? '');
  if (!intent) return notFoundPage(c);
  if (intent.status !== 'requires_action') return goBack(c, account, intent);
  const texts = textsFor(languageFor(c));
  const body = html`<section class="sheet">
    <h1>${texts.bank}</h1>
    <p class="muted">${texts.bankText}</p>
    ${intent.object === 'payment_intent' ? html`<p>${money(intent.amount, intent.currency)}</p>` : ''}
    <form method="post">
      <div class="row">
        <button class="action" name="decision" value="confirm">${texts.confirm}</button>
        <button class="quiet" name="decision" value="refuse">${texts.refuse}</button>
      </div>
    </form>
  </section>`;
  return renderPage(c, { title: texts.bank, body });
}

/** `POST /authenticate/:intent`, the buttons of that page. */
export async function answerAuthentication(c: SandboxContext, account: StripeAccount): Promise<Response> {
  const before = findIntent(account, c.req.param('intent') ?? '');
  if (!before) return notFoundPage(c);
  if (before.status !== 'requires_action') return goBack(c, account, before);
  const isConfirmed = new URLSearchParams(await c.req.text()).get('decision') === 'confirm';
  const intent =
    before.object === 'payment_intent'
      ? afterPayment(account, before, isConfirmed)
      : afterSetup(account, before, isConfirmed);
  const session = account.objects.find('checkout.session', account.objects.find('intent_context', intent.id)?.session);
  if (!session) return goBack(c, account, intent);
  const result = session.status === 'open' ? afterIntent(account, session.id, intent) : { kind: 'complete' as const };
  if (result.kind === 'refused') return renderCheckout(c, account, session, { problem: result.message });
  return c.redirect(successUrlOf(session), 303);
}

function afterPayment(account: StripeAccount, intent: Stored<'payment_intent'>, isConfirmed: boolean): Intent {
  const paymentMethodId = intent.payment_method ?? '';
  const after = isConfirmed
    ? attemptPayment(account, intent.id, { paymentMethodId, isOffSession: false, isAuthenticated: true })
    : failAuthentication(account, intent.id);
  settle(account, intent.id);
  return after;
}

function afterSetup(account: StripeAccount, intent: Stored<'setup_intent'>, isConfirmed: boolean): Intent {
  if (!isConfirmed) return failSetup(account, intent.id, intent.payment_method);
  return attemptSetup(account, intent.id, { paymentMethodId: intent.payment_method ?? '', isAuthenticated: true });
}

/** To the address that the application named, or to the invoice. */
function goBack(c: SandboxContext, account: StripeAccount, intent: Intent): Response | Promise<Response> {
  const returnUrl = account.objects.find('intent_context', intent.id)?.returnUrl;
  if (returnUrl != null) {
    const target = new URL(returnUrl);
    target.searchParams.set(intent.object, intent.id);
    target.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '');
    target.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
    return c.redirect(target.toString(), 303);
  }
  const invoice = account.objects.find('invoice', paymentOfIntent(account, intent.id)?.invoice);
  return invoice?.hosted_invoice_url == null ? notFoundPage(c) : c.redirect(invoice.hosted_invoice_url, 303);
}
