import type { Answer, PaymentOutcome } from '@app/contracts';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { useApp, type Answered, type SignedIn } from '../../../../../test/support/app.js';
import { billingOf } from '../../../../../test/support/billing/billing.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import { useSandbox } from '../../../../../test/support/sandbox.js';
import { CONFIG } from '../../../../platform/config/config.module.js';
import type { Config } from '../../../../platform/config/config.js';
import { row, rows } from '../../../../platform/database/rows.js';
import { ReconcileBilling } from '../sync/reconcile-billing.js';
import { SyncSubscription } from '../sync/sync-subscription.js';
import { InboxWorker } from '../../jobs/inbox-worker.js';
import { Reconciler } from '../../jobs/reconciler.js';
import { PaymentProviders } from '../../providers/payment-providers.js';

const sandbox = useSandbox();
const app = useApp({ env: () => ({ ...sandbox.environment(), FREE_ALLOWANCE: 'none' }) });
beforeAll(async () => {
  await app.app.get(InboxWorker, { strict: false }).onModuleDestroy();
  await app.app.get(Reconciler, { strict: false }).onModuleDestroy();
});
beforeEach(() => app.app.get(PaymentProviders, { strict: false }).get('stripe').preparePrices());
afterEach(() => rows(app.dataSource, `update billing_clock set shift_seconds = 0`));
afterEach(() => expectInvariants(app.dataSource));

const DAY = 86_400;
const never = new AbortController().signal;

const ask = <T>(person: SignedIn, method: string, path: string, body?: object): Promise<Answered<T>> =>
  app.request<T>(method, `/subscriptions${path}`, { token: person.token, ...(body && { body }) });
async function data<T>(person: SignedIn, method: string, path: string, body?: object): Promise<T> {
  const answer = await ask<T>(person, method, path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}
const my = (person: SignedIn) => data<Answer<'subscriptions.my'>>(person, 'GET', '/my');
const quota = async ({ token }: SignedIn) => (await app.get<Answer<'quota.show'>>('/quota', { token })).body.data;
const planOf = async ({ userId }: SignedIn) =>
  (await row<{ plan: string }>(app.dataSource, `select plan from users where id = $1`, [userId]))?.plan;

async function buy(planId = 'plan-pro', isAnnual = false): Promise<{ person: SignedIn; paid: PaymentOutcome }> {
  const person = await app.signIn();
  const body = { plan_id: planId, is_annual: isAnnual, success_url: '/payment/success', cancel_url: '/pricing' };
  const { session_id } = await data<Answer<'subscriptions.checkoutSession'>>(person, 'POST', '/checkout-session', body);
  await sandbox.control(`stripe/checkout/${session_id}/pay`, {});
  const paid = await data<PaymentOutcome>(person, 'POST', '/confirm-payment-by-session', { session_id });
  expect(paid.status).toBe('success');
  return { person, paid };
}
/** Turns the clock of the sandbox and that of billing. */
async function advance(seconds: number): Promise<void> {
  await sandbox.control('clock/advance', { ms: seconds * 1000 });
  await rows(app.dataSource, `update billing_clock set shift_seconds = shift_seconds + $1`, [seconds]);
}
const reconcile = () => app.app.get(ReconcileBilling, { strict: false }).run(never, 0);
const sync = async ({ userId }: SignedIn) => {
  const found = await row<{ id: string }>(
    app.dataSource,
    `select provider_subscription_id as id from subscriptions where user_id = $1`,
    [userId],
  );
  await app.app.get(SyncSubscription, { strict: false }).run('stripe', found?.id ?? '');
};
const historyOf = async (person: SignedIn) =>
  (await data<Answer<'subscriptions.history'>>(person, 'GET', '/history')).data.map(({ kind }) => kind).toReversed();

describe('cancelling', () => {
  test('keeps the plan until the period ends, and the same again changes nothing', async () => {
    const { person } = await buy();
    const cancelled = await data<Answer<'subscriptions.my'>>(person, 'POST', '/cancel', { reason: 'not_using' });
    expect(cancelled).toMatchObject({ status: 'canceled', canceled_at: expect.any(String), next_charge: null });
    expect(await data(person, 'POST', '/cancel', {})).toMatchObject({ status: 'canceled' });
    expect(await planOf(person)).toBe('pro');
    expect((await quota(person)).nextExpiry?.at).toBe(cancelled?.current_period_end);
  });

  test('and resuming, as often as one likes, brings no credits', async () => {
    const { person } = await buy();
    for (let i = 0; i < 2; i += 1) {
      await data(person, 'POST', '/cancel', {});
      expect(await data(person, 'POST', '/resume')).toMatchObject({ status: 'active', canceled_at: null });
    }
    expect((await quota(person)).totalCredits).toBe(200);
    expect(await historyOf(person)).toEqual(expect.arrayContaining(['started', 'cancelled', 'resumed']));
  });

  test('ends the plan at once where the installation says so', async () => {
    const { payments } = app.app.get<Config>(CONFIG, { strict: false });
    payments.cancellationMode = 'immediate';
    const { person } = await buy();
    expect(await data(person, 'POST', '/cancel', { reason: 'too_expensive' })).toBeNull();
    payments.cancellationMode = 'period_end';
    expect([await planOf(person), await my(person)]).toEqual(['free', null]);
    expect(await historyOf(person)).toEqual(['started', 'ended']);
  });

  test('ends the plan when the period is over', async () => {
    const { person } = await buy();
    await data(person, 'POST', '/cancel', {});
    await advance(32 * DAY);
    await reconcile();
    expect([await planOf(person), await my(person)]).toEqual(['free', null]);
    expect((await quota(person)).remainingCredits).toBe(0);
    expect((await ask(person, 'POST', '/resume')).body.code).toBe('NOT_SUBSCRIBED');
  });
});

describe('a change', () => {
  test('to more credits is charged and given at once, as the preview said', async () => {
    const { person } = await buy();
    const preview = await data<Answer<'subscriptions.preview'>>(person, 'GET', '/preview/plan-enterprise');
    expect(preview).toMatchObject({ kind: 'upgrade', amount_due: 20, next_amount: 29.99 });
    const { proration_date } = preview;
    const body = { plan_id: 'plan-enterprise', proration_date };
    const changed = await data<Answer<'subscriptions.change'>>(person, 'PUT', '/my', body);
    expect(changed).toMatchObject({
      kind: 'upgrade',
      payment: { status: 'success', amount: 20 },
      subscription: { plan_id: 'plan-enterprise' },
    });
    const { remainingCredits } = await quota(person);
    // The difference for what is left of the month.
    expect(remainingCredits).toBeGreaterThan(499);
    expect(remainingCredits).toBeLessThanOrEqual(500);
    expect((await ask(person, 'PUT', '/my', body)).body.code).toBe('ALREADY_ON_PLAN');
  });

  test('to less waits for the end of the period, and can be taken back', async () => {
    const { person } = await buy('plan-enterprise');
    const preview = await data<Answer<'subscriptions.preview'>>(person, 'GET', '/preview/plan-pro');
    expect(preview).toMatchObject({ kind: 'downgrade', amount_due: 0, next_amount: 9.99 });
    const changed = await data<Answer<'subscriptions.change'>>(person, 'PUT', '/my', { plan_id: 'plan-pro' });
    expect(changed).toMatchObject({
      kind: 'downgrade',
      payment: null,
      subscription: { plan_id: 'plan-enterprise', pending_plan_id: 'plan-pro', next_charge: { amount: 9.99 } },
    });
    const back = await data<Answer<'subscriptions.change'>>(person, 'PUT', '/my', { plan_id: 'plan-enterprise' });
    expect(back.subscription.pending_plan_id).toBeNull();
  });

  test('to less is there after the renewal', async () => {
    const { person } = await buy('plan-enterprise');
    await data(person, 'PUT', '/my', { plan_id: 'plan-pro' });
    await advance(32 * DAY);
    await reconcile();
    expect(await my(person)).toMatchObject({ plan_id: 'plan-pro', pending_plan_id: null });
    expect(await planOf(person)).toBe('pro');
    expect((await quota(person)).remainingCredits).toBe(200);
  });

  test('back and forth in one period brings the difference once', async () => {
    const { person } = await buy();
    await data(person, 'PUT', '/my', { plan_id: 'plan-enterprise' });
    for (let i = 0; i < 2; i += 1) {
      await data(person, 'PUT', '/my', { plan_id: 'plan-pro' });
      await data(person, 'PUT', '/my', { plan_id: 'plan-enterprise' });
    }
    expect((await quota(person)).totalCredits).toBeLessThanOrEqual(500);
  });
});

test('renewals of a quarter come by the clock, each with its credits and its receipt', async () => {
  const { person } = await buy();
  for (let month = 1; month <= 3; month += 1) {
    await advance(month === 1 ? 31 * DAY + 7200 : 31 * DAY);
    await reconcile();
    expect((await quota(person)).remainingCredits).toBe(200);
  }
  const payments = await data<Answer<'subscriptions.payments'>>(person, 'GET', '/payments');
  expect(payments.data.map(({ kind, status }) => [kind, status])).toEqual([
    ['renewal', 'success'],
    ['renewal', 'success'],
    ['renewal', 'success'],
    ['checkout', 'success'],
  ]);
  expect(await historyOf(person)).toEqual(['started', 'renewed', 'renewed', 'renewed']);
});

describe('a subscription that was sold at a former price', () => {
  async function buyAtFormerPrice(): Promise<SignedIn> {
    const { person } = await buy('plan-enterprise');
    const billing = billingOf(app, sandbox);
    const { stripe } = billing;
    const price = await stripe.prices.create({
      product: 'plan_enterprise',
      currency: 'usd',
      unit_amount: 1999,
      recurring: { interval: 'month' },
    });
    const subscription = await stripe.subscriptions.retrieve(await billing.subscriptionOf(person));
    const [item] = subscription.items.data;
    const items = [{ id: item?.id ?? '', price: price.id }];
    await stripe.subscriptions.update(subscription.id, { items, proration_behavior: 'none' });
    await sync(person);
    return person;
  }

  test('is renewed at that price, and says so', async () => {
    const person = await buyAtFormerPrice();
    expect(await my(person)).toMatchObject({ plan_id: 'plan-enterprise', next_charge: { amount: 19.99 } });
    await advance(32 * DAY);
    await reconcile();
    expect((await quota(person)).remainingCredits).toBe(500);
    const payments = await data<Answer<'subscriptions.payments'>>(person, 'GET', '/payments');
    expect(payments.data[0]).toMatchObject({ kind: 'renewal', status: 'success', amount: 19.99 });
  });

  test('keeps it when a planned change is taken back', async () => {
    const person = await buyAtFormerPrice();
    const { subscription } = await data<Answer<'subscriptions.change'>>(person, 'PUT', '/my', { plan_id: 'plan-pro' });
    expect(subscription).toMatchObject({ pending_plan_id: 'plan-pro', next_charge: { amount: 9.99 } });
    const back = await data<Answer<'subscriptions.change'>>(person, 'PUT', '/my', { plan_id: 'plan-enterprise' });
    expect(back.subscription).toMatchObject({ pending_plan_id: null, next_charge: { amount: 19.99 } });
  });
});

describe('a refund', () => {
  test('pays the latest payment back, ends the plan and leaves no debt', async () => {
    const { person, paid } = await buy();
    const refunded = await data<Answer<'subscriptions.refund'>>(person, 'POST', '/refund', {
      payment_id: paid.payment_id,
    });
    expect(refunded).toMatchObject({ refunded_amount: 9.99, can_refund: false });
    expect([await planOf(person), await my(person)]).toEqual(['free', null]);
    expect((await quota(person)).remainingCredits).toBe(0);
    const again = await ask(person, 'POST', '/refund', { payment_id: paid.payment_id });
    expect([again.status, again.body.code]).toEqual([409, 'REFUND_NOT_POSSIBLE']);
  });

  test('forgives what little was used: no debt is left', async () => {
    const { person, paid } = await buy();
    await billingOf(app, sandbox).spend(person, 4);
    await data(person, 'POST', '/refund', { payment_id: paid.payment_id });
    expect((await quota(person)).remainingCredits).toBe(0);
    expect(await data(person, 'GET', '/preview/plan-pro')).toMatchObject({ kind: 'new', debt_credits: 0 });
  });

  test('is refused once more than a tenth of the credits is used', async () => {
    const { person, paid } = await buy();
    await billingOf(app, sandbox).spend(person, 6);
    const refused = await ask(person, 'POST', '/refund', { payment_id: paid.payment_id });
    expect([refused.status, refused.body.code]).toEqual([409, 'CREDITS_USED']);
    expect((await quota(person)).remainingCredits).toBe(179);
  });

  test('asked for many times at once pays once', async () => {
    const { person, paid } = await buy();
    const body = { payment_id: paid.payment_id };
    await Promise.all(Array.from({ length: 6 }, () => ask(person, 'POST', '/refund', body)));
    const found = await rows(app.dataSource, `select status, refunded_cents from payments where user_id = $1`, [
      person.userId,
    ]);
    expect(found).toEqual([{ status: 'refunded', refunded_cents: 999 }]);
  });
});

test('an invoice is downloaded by its owner as a PDF, and by nobody else', async () => {
  const { person } = await buy();
  const { data: invoices } = await data<Answer<'subscriptions.invoices'>>(person, 'GET', '/invoices');
  expect(invoices).toMatchObject([{ status: 'paid', amount: 9.99, plan_id: 'plan-pro' }]);
  const path = `/invoices/${invoices[0]?.id}/download`;
  const file = await ask<string>(person, 'GET', path);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(file.body).toEqual(expect.stringMatching(/^%PDF/));
  expect((await ask(await app.signIn(), 'GET', path)).status).toBe(404);
});
