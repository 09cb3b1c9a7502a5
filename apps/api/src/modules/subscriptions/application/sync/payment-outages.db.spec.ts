import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Answer, PaymentOutcome } from '@app/contracts';
import { useApp, type SignedIn } from '../../../../../test/support/app.js';
import { FakePayments } from '../../../../../test/support/billing/fake-payments.js';
import { expectInvariants } from '../../../../../test/support/credits/invariants.js';
import { rows } from '../../../../platform/database/rows.js';
import { inTransaction } from '../../../../platform/database/transaction.js';
import { AppError } from '../../../../platform/errors/app-error.js';
import { RemoveAccount } from '../../../users/application/remove-account.js';
import { BillingTimers } from './billing-timers.js';
import { ProcessInbox } from './process-inbox.js';
import { ReceiveWebhook } from './receive-webhook.js';
import { ReconcileBilling } from './reconcile-billing.js';
import { SyncSubscription } from './sync-subscription.js';
import { InboxWorker } from '../../jobs/inbox-worker.js';
import { Reconciler } from '../../jobs/reconciler.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none' } });
let payments: FakePayments;
beforeAll(async () => {
  await app.app.get(InboxWorker, { strict: false }).onModuleDestroy();
  await app.app.get(Reconciler, { strict: false }).onModuleDestroy();
});
beforeEach(() => rows(app.dataSource, `truncate webhook_inbox`));
beforeEach(() => {
  payments = new FakePayments();
  payments.install(app.app);
});
afterEach(() => rows(app.dataSource, `update billing_clock set shift_seconds = 0`));
afterEach(() => expectInvariants(app.dataSource));

const never = new AbortController().signal;
const sync = (id: string) => app.app.get(SyncSubscription, { strict: false }).run('stripe', id);
const reconcile = () => app.app.get(ReconcileBilling, { strict: false }).run(never, 0);

async function buy(): Promise<{ person: SignedIn; paymentId: string; id: string }> {
  const person = await app.signIn();
  const { token } = person;
  const body = { plan_id: 'plan-pro', success_url: '/payment/success', cancel_url: '/pricing' };
  const started = await app.post<Answer<'subscriptions.checkoutSession'>>('/subscriptions/checkout-session', {
    token,
    body,
  });
  const { session_id, payment_id: paymentId } = started.body.data;
  const { id } = payments.pay(session_id);
  await app.post<PaymentOutcome>('/subscriptions/confirm-payment-by-session', { token, body: { session_id } });
  return { person, paymentId, id };
}

/** The provider takes the next of these calls and does not answer, or does nothing at all. */
function failOnce(name: 'cancelNow' | 'refund', isDone: boolean): void {
  const call = payments[name] as (...all: unknown[]) => Promise<unknown>;
  const failing = async (...all: unknown[]): Promise<never> => {
    Object.assign(payments, { [name]: call });
    if (isDone) await call(...all);
    throw new AppError('PAYMENT_UNAVAILABLE');
  };
  Object.assign(payments, { [name]: failing });
}

const CALLS = [
  ['cancelNow', false],
  ['cancelNow', true],
  ['refund', false],
  ['refund', true],
] as const;

describe.each(CALLS)('when %s fails, done: %s', (name, isDone) => {
  test('a refund is still paid once, and ends the plan', async () => {
    const { person, paymentId, id } = await buy();
    failOnce(name, isDone);
    const answer = await app.post('/subscriptions/refund', { token: person.token, body: { payment_id: paymentId } });
    expect(answer.status).toBe(503);
    // A webhook may be faster than the reconciler.
    await sync(id);
    await reconcile();
    expect(payments.find(id)).toMatchObject({ status: 'canceled', invoices: [{ payment: { refundedCents: 999 } }] });
    const found = await rows(app.dataSource, `select plan from users where id = $1`, [person.userId]);
    expect(found).toEqual([{ plan: 'free' }]);
    // Of two calls with one key, the provider does one.
    expect([...payments.refunds.keys()]).toEqual([`refund:${paymentId}`]);
  });

  test('a second subscription is still ended and refunded', async () => {
    const { person } = await buy();
    const { userId } = person;
    const second = payments.subscribe({ userId, customerId: `cus_${userId}` }, { plan: 'enterprise', isAnnual: false });
    failOnce(name, isDone);
    await sync(second.id).catch(() => undefined);
    await sync(second.id);
    await reconcile();
    expect(payments.find(second.id)).toMatchObject({
      status: 'canceled',
      invoices: [{ payment: { refundedCents: 2999 } }],
    });
  });
});

describe('an event', () => {
  const keep = (id: string, eventId: string) =>
    app.app
      .get(ReceiveWebhook, { strict: false })
      .keep('stripe', [{ id: eventId, type: 'test', subject: { kind: 'subscription', id }, body: {} }]);
  const inbox = () => app.app.get(ProcessInbox, { strict: false }).run();
  const states = () =>
    rows<{ event_id: string; state: string }>(
      app.dataSource,
      `select event_id, state from webhook_inbox order by event_id`,
    );

  test('that comes while its object is read is read for by itself', async () => {
    const { id } = await buy();
    await keep(id, 'evt_1');
    let reads = 0;
    payments.onRead = async () => {
      reads += 1;
      if (reads === 1) await keep(id, 'evt_2');
    };
    await inbox();
    expect(reads).toBe(2);
  });

  test('that comes together with another one of its object needs no read of its own', async () => {
    const { id } = await buy();
    for (const event of ['evt_1', 'evt_2']) await keep(id, event);
    let reads = 0;
    payments.onRead = () => Promise.resolve(void (reads += 1));
    expect(await inbox()).toBe(2);
    expect(reads).toBe(1);
  });

  test('that could not be read for is tried again later', async () => {
    const { id } = await buy();
    await keep(id, 'evt_1');
    payments.isDown = true;
    expect(await inbox()).toBe(0);
    expect(await states()).toEqual([{ event_id: 'evt_1', state: 'new' }]);
    payments.isDown = false;
    await rows(app.dataSource, `update webhook_inbox set due_at = now()`);
    await inbox();
    expect(await states()).toEqual([{ event_id: 'evt_1', state: 'done' }]);
  });

  test('that another process has claimed is not waited for, and others of its object are read for', async () => {
    const { id } = await buy();
    for (const event of ['evt_1', 'evt_2']) await keep(id, event);
    await inTransaction(app.dataSource, async (tx) => {
      await rows(tx, `select 1 from webhook_inbox where event_id = 'evt_1' for update`);
      expect(await inbox()).toBe(1);
    });
    expect(await states()).toEqual([
      { event_id: 'evt_1', state: 'new' },
      { event_id: 'evt_2', state: 'done' },
    ]);
  });

  test('is kept for 90 days once it is finished, and for as long as it is not', async () => {
    await rows(
      app.dataSource,
      `insert into webhook_inbox (provider, event_id, type, object_id, body, state, received_at, due_at, done_at)
       select 'stripe', state || ' ' || days, 'test', '', '{}', state, now() - make_interval(days => days),
              now() + interval '1 hour', case when state <> 'new' then now() - make_interval(days => days) end
         from unnest(array['done', 'ignored', 'quarantined', 'new']) state, unnest(array[89, 91]) days`,
    );
    await reconcile();
    expect((await states()).map(({ event_id }) => event_id)).toEqual([
      'done 89',
      'ignored 89',
      'new 89',
      'new 91',
      'quarantined 89',
      'quarantined 91',
    ]);
    await rows(app.dataSource, `truncate webhook_inbox`);
  });
});

test('the removal of an account stops the subscription that runs, and asks nothing of one that has ended', async () => {
  const { person, id } = await buy();
  payments.find(id).status = 'canceled';
  await sync(id);
  const { userId, token } = person;
  const present = payments.subscribe({ userId, customerId: `cus_${userId}` }, { plan: 'enterprise', isAnnual: false });
  await sync(present.id);
  await app.request('DELETE', '/users/account', { token });
  await app.app.get(RemoveAccount, { strict: false }).finish(userId, never);
  expect(payments.cancelled).toEqual([present.id]);
});

test('an ended subscription that is read again leaves the plan of the present one', async () => {
  const { person, id } = await buy();
  payments.find(id).status = 'canceled';
  await sync(id);
  const { userId } = person;
  const present = payments.subscribe({ userId, customerId: `cus_${userId}` }, { plan: 'enterprise', isAnnual: false });
  await sync(present.id);
  await sync(id);
  expect(await rows(app.dataSource, `select plan from users where id = $1`, [userId])).toEqual([
    { plan: 'enterprise' },
  ]);
});

test('a year whose payment was refunded brings no further months', async () => {
  const person = await app.signIn();
  const { userId } = person;
  const customerId = `cus_${userId}`;
  await rows(
    app.dataSource,
    `insert into billing_customers (provider, user_id, provider_customer_id) values ('stripe', $1, $2)`,
    [userId, customerId],
  );
  const year = payments.subscribe({ userId, customerId }, { plan: 'pro', isAnnual: true });
  await sync(year.id);
  const [invoice] = year.invoices;
  Object.assign(invoice?.payment ?? {}, { refundedCents: invoice?.amountCents });
  await sync(year.id);
  await rows(app.dataSource, `update billing_clock set shift_seconds = 40 * 86400`);
  await sync(year.id);
  await app.app.get(BillingTimers, { strict: false }).run(never);
  const grants = await rows(app.dataSource, `select source_key from credit_grants where user_id = $1`, [userId]);
  expect(grants).toHaveLength(1);
});

test('a session that was read before it was paid undoes nothing', async () => {
  const person = await app.signIn();
  const { token } = person;
  const body = { plan_id: 'plan-pro', success_url: '/payment/success', cancel_url: '/pricing' };
  const started = await app.post<Answer<'subscriptions.checkoutSession'>>('/subscriptions/checkout-session', {
    token,
    body,
  });
  const { session_id, payment_id } = started.body.data;
  const confirm = () =>
    app.post<PaymentOutcome>('/subscriptions/confirm-payment-by-session', { token, body: { session_id } });
  const read = payments.readCheckout;
  payments.readCheckout = async (id) => {
    payments.readCheckout = read;
    const seen = await read(id);
    // Paid, read and written by somebody else while this answer is on its way.
    payments.pay(session_id);
    await confirm();
    return seen && { ...seen, state: 'expired', subscriptionId: null, failureReason: 'insufficient_funds' };
  };
  await confirm();
  const found = await rows(app.dataSource, `select status, failure_reason from payments where id = $1`, [payment_id]);
  expect(found).toEqual([{ status: 'success', failure_reason: null }]);
});

test('a session that the provider does not know is no failure yet, and gives nothing', async () => {
  const person = await app.signIn();
  const { token } = person;
  const body = { plan_id: 'plan-pro', success_url: '/payment/success', cancel_url: '/pricing' };
  const path = '/subscriptions/checkout-session';
  const { session_id } = (await app.post<Answer<'subscriptions.checkoutSession'>>(path, { token, body })).body.data;
  const read = payments.readCheckout;
  payments.readCheckout = () => Promise.resolve(null);
  const answer = await app.post<PaymentOutcome>('/subscriptions/confirm-payment-by-session', {
    token,
    body: { session_id },
  });
  payments.readCheckout = read;
  expect([answer.status, answer.body.data]).toMatchObject([200, { status: 'redirecting', subscription: null }]);
});

test('a new month leaves the credits of others', async () => {
  const [{ id }, other] = [await buy(), await buy()];
  payments.renew(id);
  await rows(app.dataSource, `update billing_clock set shift_seconds = 31 * 86400 + 7200`);
  await sync(id);
  const found = await rows(
    app.dataSource,
    `select 1 from credit_grants where user_id = $1 and expires_at > billing_now() and closed_at is null`,
    [other.person.userId],
  );
  expect(found).toHaveLength(1);
});
