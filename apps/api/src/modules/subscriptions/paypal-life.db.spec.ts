import { approveAtPaypal, cancelAtPaypal } from '@app/sandbox';
import type { Answer, PaymentOutcome } from '@app/contracts';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { useApp, type Answered, type SignedIn } from '../../../test/support/app.js';
import { expectInvariants } from '../../../test/support/invariants.js';
import { useSandbox } from '../../../test/support/sandbox.js';
import { expectUnchanged } from '../../../test/support/unchanged.js';
import { until } from '../../../test/support/until.js';
import { useWebhookReceiver } from '../../../test/support/webhook-receiver.js';
import { row, rows } from '../../platform/database/rows.js';
import { ProcessInbox } from './application/sync/process-inbox.js';
import { ReconcileBilling } from './application/sync/reconcile-billing.js';
import { InboxWorker } from './jobs/inbox-worker.js';
import { Reconciler } from './jobs/reconciler.js';
import { PaymentProviders } from './providers/payment-providers.js';

const sandbox = useSandbox();
const webhooks = useWebhookReceiver();
const app = useApp({
  env: () => ({ ...sandbox.environment(), PAYPAL_WEBHOOK_URL: webhooks.url, FREE_ALLOWANCE: 'none' }),
});
beforeAll(async () => {
  webhooks.forwardTo(`${app.url}/api/webhooks/paypal`);
  await app.app.get(InboxWorker, { strict: false }).onModuleDestroy();
  await app.app.get(Reconciler, { strict: false }).onModuleDestroy();
});
beforeEach(async () => {
  await sandbox.control('paypal', { firstPaymentDelayMs: 0 });
  await app.app.get(PaymentProviders, { strict: false }).get('paypal').preparePrices();
});
afterEach(() => rows(app.dataSource, `update billing_clock set shift_seconds = 0`));
afterEach(() => expectInvariants(app.dataSource));

const DAY = 86_400;
const never = new AbortController().signal;
type Checkout = Answer<'subscriptions.paypalCheckoutSession'>;

const ask = <T>(person: SignedIn, method: string, path: string, body?: object): Promise<Answered<T>> =>
  app.request<T>(method, `/subscriptions${path}`, { token: person.token, ...(body && { body }) });
async function data<T>(person: SignedIn, method: string, path: string, body?: object): Promise<T> {
  const answer = await ask<T>(person, method, path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}
const begin = (person: SignedIn, planId = 'plan-pro', isAnnual = false): Promise<Checkout> =>
  data<Checkout>(person, 'POST', '/paypal/checkout-session', {
    plan_id: planId,
    is_annual: isAnnual,
    success_url: '/payment/success',
    cancel_url: '/pricing',
  });
const confirm = (person: SignedIn, session_id: string): Promise<PaymentOutcome> =>
  data<PaymentOutcome>(person, 'POST', '/paypal/confirm-payment-by-session', { session_id });
const setStatus = (person: SignedIn, id: string, status: string) =>
  ask<PaymentOutcome>(person, 'PATCH', `/paypal/payments/${id}/status`, { status });
const my = (person: SignedIn) => data<Answer<'subscriptions.my'>>(person, 'GET', '/my');
const remaining = async ({ token }: SignedIn) =>
  (await app.get<Answer<'quota.show'>>('/quota', { token })).body.data.remainingCredits;
const planOf = async ({ userId }: SignedIn) =>
  (await row<{ plan: string }>(app.dataSource, `select plan from users where id = $1`, [userId]))?.plan;
const historyOf = async (person: SignedIn) =>
  (await data<Answer<'subscriptions.history'>>(person, 'GET', '/history')).data.map(({ kind }) => kind).toReversed();
const paymentsOf = async (person: SignedIn) =>
  (await data<Answer<'subscriptions.payments'>>(person, 'GET', '/payments')).data.map(({ kind, status }) => [
    kind,
    status,
  ]);

async function buy(planId?: string, isAnnual?: boolean) {
  const person = await app.signIn();
  const { session_id: id, url } = await begin(person, planId, isAnnual);
  await approveAtPaypal(url);
  const paid = await confirm(person, id);
  expect(paid.status).toBe('success');
  return { person, paid, id };
}
/** Turns the clock of the sandbox and that of billing. */
async function advance(seconds: number): Promise<void> {
  await sandbox.control('clock/advance', { ms: seconds * 1000 });
  await rows(app.dataSource, `update billing_clock set shift_seconds = shift_seconds + $1`, [seconds]);
}
const inbox = () => app.app.get(ProcessInbox, { strict: false }).run();
/** What webhooks would bring, with all of them lost. */
async function reconcile(): Promise<void> {
  await app.app.get(ReconcileBilling, { strict: false }).run(never, 0);
  await inbox();
}
const deliver = async (): Promise<void> => {
  await sandbox.control('paypal/webhooks/flush', {});
  await until(async () => (await inbox()) === 0);
};
const saleOf = async ({ userId }: SignedIn): Promise<string> =>
  (
    await row<{ id: string }>(
      app.dataSource,
      `select provider_payment_id as id from payments where user_id = $1 order by paid_at desc limit 1`,
      [userId],
    )
  )?.id ?? '';

describe('a purchase with PayPal', () => {
  test.each([
    ['plan-pro', false, 9.99, 200],
    ['plan-pro', true, 99.99, 200],
    ['plan-enterprise', false, 29.99, 500],
    ['plan-enterprise', true, 299.99, 500],
  ])('of %s, annual %s, costs %d and brings %d credits', async (planId, isAnnual, amount, credits) => {
    const { person, paid } = await buy(planId, isAnnual);
    expect(paid).toMatchObject({
      amount,
      plan_id: planId,
      subscription: { provider: 'paypal', status: 'active', is_annual: isAnnual, next_charge: { amount } },
    });
    expect(await remaining(person)).toBe(credits);
    expect(await data(person, 'POST', '/paypal/confirm-payment', { payment_id: await saleOf(person) })).toEqual(paid);
    expect(await remaining(person)).toBe(credits);
  });

  test('comes back to our own page with the payment and the subscription', async () => {
    const person = await app.signIn();
    const { url, payment_id, session_id } = await begin(person);
    const { origin, pathname, searchParams } = new URL(await approveAtPaypal(url));
    expect([origin, pathname]).toEqual(['http://localhost:3000', '/payment/success']);
    expect([searchParams.get('payment_id'), searchParams.get('subscription_id')]).toEqual([payment_id, session_id]);
  });

  test('that PayPal calls active, but that is not paid yet, brings nothing', async () => {
    await sandbox.control('paypal', { firstPaymentDelayMs: 600_000 });
    const person = await app.signIn();
    const { session_id, url } = await begin(person);
    await approveAtPaypal(url);
    expect(await confirm(person, session_id)).toMatchObject({ status: 'redirecting', subscription: null });
    expect([await remaining(person), await planOf(person)]).toEqual([0, 'free']);
  });

  test('that is asked for again goes on with the same subscription', async () => {
    const person = await app.signIn();
    expect(await begin(person)).toEqual(await begin(person));
  });

  test('whose answer was lost makes one subscription, not two', async () => {
    const person = await app.signIn();
    await sandbox.control('chaos', { provider: 'paypal', mode: 'down' });
    const body = { plan_id: 'plan-pro', success_url: '/payment/success', cancel_url: '/pricing' };
    expect((await ask(person, 'POST', '/paypal/checkout-session', body)).body.code).toBe('PAYMENT_UNAVAILABLE');
    await sandbox.control('chaos', { provider: 'paypal', mode: 'normal' });
    await begin(person);
    expect(await paymentsOf(person)).toEqual([['checkout', 'redirecting']]);
    expect(await sandbox.control<object[]>('paypal/subscriptions')).toHaveLength(1);
  });

  test('that is refused is a failure, and PayPal does not try again', async () => {
    const person = await app.signIn();
    const { session_id, url } = await begin(person);
    await approveAtPaypal(url, { funding: 'card_declined' });
    expect(await confirm(person, session_id)).toMatchObject({ status: 'failed', failure_reason: 'generic_decline' });
    expect(await sandbox.control<object[]>('paypal/subscriptions')).toMatchObject([{ status: 'CANCELLED' }]);
    const again = await begin(person);
    await approveAtPaypal(again.url);
    expect((await confirm(person, again.session_id)).status).toBe('success');
    expect(await remaining(person)).toBe(200);
  });

  test('of somebody else cannot be confirmed or cancelled', async () => {
    const [buyer, thief] = [await app.signIn(), await app.signIn()];
    const { session_id, payment_id, url } = await begin(buyer);
    await approveAtPaypal(url);
    await expectUnchanged(app.dataSource, async () => {
      const path = '/paypal/confirm-payment-by-session';
      expect((await ask(thief, 'POST', path, { session_id })).body.code).toBe('NOT_FOUND');
      expect((await setStatus(thief, payment_id, 'cancelled')).body.code).toBe('NOT_FOUND');
      // A call of the other provider does not know it either.
      expect((await ask(buyer, 'POST', '/confirm-payment-by-session', { session_id })).body.code).toBe('NOT_FOUND');
    });
    await confirm(buyer, session_id);
    expect([await remaining(buyer), await remaining(thief)]).toEqual([200, 0]);
  });

  test('beside one with Stripe is cancelled and refunded', async () => {
    const person = await app.signIn();
    const stripe = app.app.get(PaymentProviders, { strict: false }).get('stripe');
    await stripe.preparePrices();
    const body = { plan_id: 'plan-pro', success_url: '/payment/success', cancel_url: '/pricing' };
    const card = await data<Checkout>(person, 'POST', '/checkout-session', body);
    const { session_id, url } = await begin(person);
    await sandbox.control(`stripe/checkout/${card.session_id}/pay`, {});
    await data(person, 'POST', '/confirm-payment-by-session', { session_id: card.session_id });
    await approveAtPaypal(url);
    await confirm(person, session_id);
    expect(await my(person)).toMatchObject({ provider: 'stripe' });
    expect(await remaining(person)).toBe(200);
    expect(await sandbox.control<object[]>('paypal/payments')).toMatchObject([{ status: 'REFUNDED' }]);
    expect(await sandbox.control<object[]>('paypal/subscriptions')).toMatchObject([{ status: 'CANCELLED' }]);
  });
});

describe('going back from PayPal', () => {
  test('cancels the payment', async () => {
    const person = await app.signIn();
    const { payment_id, url } = await begin(person);
    const back = new URL(await cancelAtPaypal(url));
    expect([back.pathname, back.searchParams.get('payment_id')]).toEqual(['/pricing', payment_id]);
    expect((await setStatus(person, payment_id, 'cancelled')).body.data.status).toBe('cancelled');
  });

  test('and paying on the page all the same brings what was paid', async () => {
    const person = await app.signIn();
    const { payment_id, url } = await begin(person);
    await setStatus(person, payment_id, 'cancelled');
    await approveAtPaypal(url);
    await deliver();
    expect([await planOf(person), await remaining(person)]).toEqual(['pro', 200]);
    expect(await paymentsOf(person)).toEqual([['checkout', 'success']]);
  });

  test('after the payment is told the truth', async () => {
    const person = await app.signIn();
    const { payment_id, url } = await begin(person);
    await approveAtPaypal(url);
    expect((await setStatus(person, payment_id, 'cancelled')).body.data.status).toBe('success');
  });
});

describe('webhooks of PayPal', () => {
  test('alone bring the plan, though the success page is never opened', async () => {
    const person = await app.signIn();
    await approveAtPaypal((await begin(person)).url);
    await deliver();
    expect([await planOf(person), await remaining(person)]).toEqual(['pro', 200]);
    expect(await rows(app.dataSource, `select event_id from webhook_inbox where state = 'new'`)).toEqual([]);
  });

  test.each(['twice', 'out_of_order'])('that come %s, beside confirmations, grant once', async (mode) => {
    await sandbox.control('paypal/webhooks', { mode });
    const person = await app.signIn();
    const { session_id, url } = await begin(person);
    await approveAtPaypal(url);
    await Promise.all([deliver(), ...Array.from({ length: 5 }, () => confirm(person, session_id)), inbox()]);
    await until(async () => (await inbox()) === 0);
    expect(await remaining(person)).toBe(200);
    expect(await rows(app.dataSource, `select 1 from credit_grants where user_id = $1`, [person.userId])).toHaveLength(
      1,
    );
  });

  test('that are all lost are made up for', async () => {
    await sandbox.control('paypal/webhooks', { mode: 'lost' });
    const person = await app.signIn();
    await approveAtPaypal((await begin(person)).url);
    await reconcile();
    expect([await planOf(person), await remaining(person)]).toEqual(['pro', 200]);
  });

  test('that are forged, or sent again with another id, change nothing', async () => {
    await begin(await app.signIn());
    const [event] = await sandbox.control<{ id: string }[]>('paypal/events');
    const { body, headers } = await sandbox.control<{ body: string; headers: Record<string, string> }>(
      `paypal/events/${event?.id}/seal`,
      {},
    );
    await expectUnchanged(app.dataSource, async () => {
      for (const [raw, sent] of [
        [body.replace(event?.id ?? '', 'WH-OTHER'), headers],
        [body, {}],
        [body, { ...headers, 'paypal-transmission-sig': 'AAAA' }],
      ] as const) {
        const answer = await app.post('/webhooks/paypal', { raw, headers: sent });
        expect([answer.status, answer.body.code]).toEqual([400, 'WEBHOOK_SIGNATURE_INVALID']);
      }
    });
    expect((await app.post('/webhooks/paypal', { raw: body, headers })).status).toBe(200);
  });
});

describe('a subscription with PayPal', () => {
  test('is renewed by the clock, each month with its credits and its receipt', async () => {
    const { person } = await buy();
    for (let month = 1; month <= 3; month += 1) {
      await advance(month === 1 ? 31 * DAY + 7200 : 31 * DAY);
      await reconcile();
      expect(await remaining(person)).toBe(200);
    }
    expect(await historyOf(person)).toEqual(['started', 'renewed', 'renewed', 'renewed']);
  });

  test('for a year gives the credits of each month, for one payment', async () => {
    const { person } = await buy('plan-pro', true);
    await advance(32 * DAY);
    await reconcile();
    expect(await remaining(person)).toBe(200);
    expect(await paymentsOf(person)).toEqual([['checkout', 'success']]);
  });

  test('cancelled, is suspended until the period ends and cancelled then', async () => {
    const { person } = await buy();
    expect(await data(person, 'POST', '/cancel', {})).toMatchObject({ status: 'canceled', next_charge: null });
    expect(await planOf(person)).toBe('pro');
    expect(await sandbox.control<object[]>('paypal/subscriptions')).toMatchObject([{ status: 'SUSPENDED' }]);
    await advance(32 * DAY);
    await reconcile();
    expect([await planOf(person), await my(person), await remaining(person)]).toEqual(['free', null, 0]);
    expect(await sandbox.control<object[]>('paypal/subscriptions')).toMatchObject([{ status: 'CANCELLED' }]);
    // PayPal tells the time of a cancellation to the second.
    expect((await historyOf(person)).toSorted()).toEqual(['cancelled', 'ended', 'started']);
  });

  test('cancelled and resumed goes on, with no further credits', async () => {
    const { person } = await buy();
    for (let i = 0; i < 2; i += 1) {
      await data(person, 'POST', '/cancel', {});
      expect(await data(person, 'POST', '/resume')).toMatchObject({ status: 'active', canceled_at: null });
    }
    expect(await remaining(person)).toBe(200);
    await advance(32 * DAY);
    await reconcile();
    expect(await paymentsOf(person)).toEqual([
      ['renewal', 'success'],
      ['checkout', 'success'],
    ]);
  });

  test('cancelled at PayPal by the person keeps what is paid, and cannot be resumed', async () => {
    const { person, id } = await buy();
    await sandbox.control(`paypal/subscriptions/${id}/cancel`, {});
    await deliver();
    expect(await my(person)).toMatchObject({ status: 'canceled', next_charge: null });
    expect([await planOf(person), await remaining(person)]).toEqual(['pro', 200]);
    expect((await ask(person, 'POST', '/resume')).body.code).toBe('NOT_SUPPORTED_BY_PROVIDER');
    await advance(32 * DAY);
    await reconcile();
    expect([await planOf(person), await my(person)]).toEqual(['free', null]);
  });

  test('cancelled at PayPal by the person ends with the account', async () => {
    const { person, id } = await buy();
    await sandbox.control(`paypal/subscriptions/${id}/cancel`, {});
    await deliver();
    expect((await app.request('DELETE', '/users/account', { token: person.token })).status).toBe(200);
    const found = await rows(app.dataSource, `select status from subscriptions where user_id = $1`, [person.userId]);
    expect(found).toEqual([{ status: 'canceled' }]);
  });

  test.each([
    ['plan-pro', 'plan-enterprise', 'upgrade', 29.99, 500],
    ['plan-enterprise', 'plan-pro', 'downgrade', 9.99, 200],
  ])('changes from %s to %s after consent, at the next payment', async (from, to, kind, amount, credits) => {
    const { person } = await buy(from);
    const before = await my(person);
    const effective_at = before?.current_period_end;
    const preview = await data(person, 'GET', `/preview/${to}`);
    expect(preview).toMatchObject({ kind, amount_due: 0, credits: 0, next_amount: amount, effective_at });
    const changed = await data<Answer<'subscriptions.change'>>(person, 'PUT', '/my', { plan_id: to });
    expect(changed).toMatchObject({ kind, payment: null, effective_at, subscription: { pending_plan_id: null } });
    expect(await approveAtPaypal(changed.approval_url ?? '')).toMatch(/^http:\/\/localhost:3000\/profile\?/);
    await deliver();
    expect(await my(person)).toMatchObject({ plan_id: from, pending_plan_id: to, next_charge: { amount } });
    await advance(32 * DAY);
    await reconcile();
    expect(await my(person)).toMatchObject({ plan_id: to, pending_plan_id: null });
    expect(await remaining(person)).toBe(credits);
    expect(await historyOf(person)).toContain('changed');
  });

  test('whose renewal is refused keeps the plan for the days of grace, and ends then', async () => {
    const { person, id } = await buy();
    await sandbox.control(`paypal/subscriptions/${id}/funding`, { funding: 'renewal_declined' });
    await advance(32 * DAY);
    await reconcile();
    expect(await my(person)).toMatchObject({ status: 'active', grace_until: expect.any(String) });
    expect(await planOf(person)).toBe('pro');
    expect((await paymentsOf(person))[0]).toEqual(['renewal', 'failed']);
    await advance(9 * DAY);
    await reconcile();
    expect([await planOf(person), await my(person)]).toEqual(['free', null]);
    expect(await sandbox.control<object[]>('paypal/subscriptions')).toMatchObject([{ status: 'CANCELLED' }]);
  });

  test('whose renewal succeeds at a further attempt goes on', async () => {
    const { person, id } = await buy();
    await sandbox.control(`paypal/subscriptions/${id}/funding`, { funding: 'renewal_declined' });
    await advance(32 * DAY);
    await reconcile();
    await sandbox.control(`paypal/subscriptions/${id}/funding`, { funding: 'balance' });
    await advance(5 * DAY);
    await reconcile();
    expect(await my(person)).toMatchObject({ grace_until: null });
    expect(await remaining(person)).toBe(200);
    expect(await paymentsOf(person)).toEqual(
      expect.arrayContaining([
        ['renewal', 'failed'],
        ['renewal', 'success'],
      ]),
    );
  });
});

describe('money back from PayPal', () => {
  test('is the latest payment, and ends the plan', async () => {
    const { person, paid } = await buy();
    const { payment_id } = paid;
    expect(await data(person, 'POST', '/refund', { payment_id })).toMatchObject({ refunded_amount: 9.99 });
    expect([await planOf(person), await my(person), await remaining(person)]).toEqual(['free', null, 0]);
    expect((await ask(person, 'POST', '/refund', { payment_id })).body.code).toBe('REFUND_NOT_POSSIBLE');
    expect(await sandbox.control<object[]>('paypal/refunds')).toHaveLength(1);
  });

  test('in part takes its share of the credits, once', async () => {
    const { person } = await buy();
    const { PAYPAL_BASE_URL, PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET } = sandbox.environment();
    const call = async (path: string, authorization: string, body: string | URLSearchParams) => {
      const headers = { authorization, ...(typeof body === 'string' && { 'content-type': 'application/json' }) };
      const answer = await fetch(`${PAYPAL_BASE_URL}${path}`, { method: 'POST', headers, body });
      return (await answer.json()) as Record<string, string>;
    };
    const basic = `Basic ${Buffer.from(`${PAYPAL_CLIENT_ID}:${PAYPAL_CLIENT_SECRET}`).toString('base64')}`;
    const { access_token: token } = await call(
      '/v1/oauth2/token',
      basic,
      new URLSearchParams({ grant_type: 'client_credentials' }),
    );
    const part = JSON.stringify({ amount: { currency_code: 'USD', value: '3.33' } });
    await call(`/v2/payments/captures/${await saleOf(person)}/refund`, `Bearer ${token}`, part);
    for (let i = 0; i < 2; i += 1) {
      await deliver();
      await reconcile();
      // A third of the price, rounded up to a tenth of a credit.
      expect(await remaining(person)).toBe(133.3);
    }
    expect(await planOf(person)).toBe('pro');
  });

  test('after a dispute takes the credits, and one that is won gives them back', async () => {
    const { person } = await buy();
    const { dispute_id: id } = await sandbox.control<{ dispute_id: string }>('paypal/disputes', {
      transactionId: await saleOf(person),
    });
    await deliver();
    expect(await remaining(person)).toBe(0);
    await sandbox.control(`paypal/disputes/${id}/resolve`, { outcome: 'RESOLVED_SELLER_FAVOUR' });
    await deliver();
    expect(await remaining(person)).toBe(200);
  });

  test('after a dispute that is lost stays taken', async () => {
    const { person } = await buy();
    const { dispute_id: id } = await sandbox.control<{ dispute_id: string }>('paypal/disputes', {
      transactionId: await saleOf(person),
    });
    await sandbox.control(`paypal/disputes/${id}/resolve`, { outcome: 'RESOLVED_BUYER_FAVOUR' });
    await deliver();
    expect(await remaining(person)).toBe(0);
    const payments = await data<Answer<'subscriptions.payments'>>(person, 'GET', '/payments');
    expect(payments.data).toMatchObject([{ is_disputed: true, refunded_amount: 9.99 }]);
  });
});

test('removing the account cancels the subscription at PayPal', async () => {
  const { person } = await buy();
  expect((await app.request('DELETE', '/users/account', { token: person.token })).status).toBe(200);
  expect(await sandbox.control<object[]>('paypal/subscriptions')).toMatchObject([{ status: 'CANCELLED' }]);
});

test('a payment on a page that was left open by a removed account is given back', async () => {
  const person = await app.signIn();
  const { url } = await begin(person);
  await app.request('DELETE', '/users/account', { token: person.token });
  await approveAtPaypal(url);
  await deliver();
  expect(await sandbox.control<object[]>('paypal/payments')).toMatchObject([{ status: 'REFUNDED' }]);
  expect(await sandbox.control<object[]>('paypal/subscriptions')).toMatchObject([{ status: 'CANCELLED' }]);
});

test('a receipt of our own is downloaded by its owner as a PDF, and by nobody else', async () => {
  const { person } = await buy();
  const { data: invoices } = await data<Answer<'subscriptions.invoices'>>(person, 'GET', '/invoices');
  expect(invoices).toMatchObject([{ status: 'paid', amount: 9.99, plan_id: 'plan-pro' }]);
  const path = `/invoices/${invoices[0]?.id}/download`;
  const file = await ask<string>(person, 'GET', path);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(file.body).toEqual(expect.stringMatching(/^%PDF[^]*Amount: 9\.99 USD/));
  expect((await ask(await app.signIn(), 'GET', path)).status).toBe(404);
});

test('saved cards are nothing that PayPal has', async () => {
  const { person } = await buy();
  expect((await ask(person, 'GET', '/payment-methods')).body.code).toBe('NOT_SUPPORTED_BY_PROVIDER');
});
