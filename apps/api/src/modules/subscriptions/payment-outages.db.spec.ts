import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Answer, PaymentOutcome } from '@app/contracts';
import { useApp, type SignedIn } from '../../../test/support/app.js';
import { FakePayments } from '../../../test/support/fake-payments.js';
import { expectInvariants } from '../../../test/support/invariants.js';
import { rows } from '../../platform/database/rows.js';
import { AppError } from '../../platform/errors/app-error.js';
import { ReconcileBilling } from './application/sync/reconcile-billing.js';
import { SyncSubscription } from './application/sync/sync-subscription.js';
import { InboxWorker } from './jobs/inbox-worker.js';
import { Reconciler } from './jobs/reconciler.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none' } });
let payments: FakePayments;
beforeAll(async () => {
  await app.app.get(InboxWorker, { strict: false }).onModuleDestroy();
  await app.app.get(Reconciler, { strict: false }).onModuleDestroy();
});
beforeEach(() => {
  payments = new FakePayments();
  payments.install(app.app);
});
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
