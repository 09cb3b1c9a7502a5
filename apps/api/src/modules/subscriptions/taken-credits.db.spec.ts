import type { Answer } from '@app/contracts';
import { afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import { useApp, type SignedIn } from '../../../test/support/app.js';
import { FakePayments } from '../../../test/support/fake-payments.js';
import { expectInvariants } from '../../../test/support/invariants.js';
import { row, rows } from '../../platform/database/rows.js';
import { CreditLedger } from '../quota/index.js';
import { SyncSubscription } from './application/sync/sync-subscription.js';
import { InboxWorker } from './jobs/inbox-worker.js';
import { Reconciler } from './jobs/reconciler.js';

const app = useApp({ env: { FREE_ALLOWANCE: 'none' }, pool: 10 });
let payments: FakePayments;
beforeAll(async () => {
  // What time does must not look like what a test did.
  await app.app.get(InboxWorker, { strict: false }).onModuleDestroy();
  await app.app.get(Reconciler, { strict: false }).onModuleDestroy();
});
beforeEach(() => {
  payments = new FakePayments();
  payments.install(app.app);
});
afterEach(() => rows(app.dataSource, `update billing_clock set shift_seconds = 0`));
afterEach(() => expectInvariants(app.dataSource));

const HOUR = 3_600;
const sync = (id: string) => app.app.get(SyncSubscription, { strict: false }).run('stripe', id);
const bought = async () => {
  const person = await app.signIn();
  const as = { userId: person.userId, customerId: `cus_${person.userId}` };
  const known = `insert into billing_customers (provider, user_id, provider_customer_id) values ('stripe', $1, $2)`;
  await rows(app.dataSource, known, [as.userId, as.customerId]);
  const { id } = payments.subscribe(as, { plan: 'pro', isAnnual: false });
  await sync(id);
  return { person, id, subscription: payments.find(id) };
};
const remaining = async ({ token }: SignedIn) =>
  (await app.get<Answer<'quota.show'>>('/quota', { token })).body.data.remainingCredits;
const turnTo = (date: Date, moreSeconds: number) =>
  rows(app.dataSource, `update billing_clock set shift_seconds = $1`, [
    Math.round((date.getTime() - Date.now()) / 1000 + moreSeconds),
  ]);

test('a dispute of a renewal in its first days leaves the credits of an upgrade that was paid beside it', async () => {
  const { person, id, subscription } = await bought();
  const renewal = payments.renew(id);
  await turnTo(subscription.periodStart, 2 * HOUR);
  await sync(id);
  subscription.plan = 'enterprise';
  payments.bill(id, { reason: 'upgrade', at: new Date(subscription.periodStart.getTime() + 2 * HOUR * 1000) });
  await sync(id);
  const both = await remaining(person);
  expect(both).toBeGreaterThan(490);
  renewal.payment.isDisputed = true;
  await turnTo(subscription.periodStart, 3 * HOUR);
  await sync(id);
  expect(await remaining(person)).toBe(both - 200);
  renewal.payment.isDisputed = false;
  await sync(id);
  expect(await remaining(person)).toBe(both);
});

test('a dispute that is won after a refund was asked for gives nothing back', async () => {
  const { person, id, subscription } = await bought();
  const { payment } = subscription.invoices[0]!;
  const refund = async () => {
    const { paymentId } = (await row<{ paymentId: string }>(
      app.dataSource,
      `select id as "paymentId" from payments where user_id = $1`,
      [person.userId],
    ))!;
    return app.post('/subscriptions/refund', { token: person.token, body: { payment_id: paymentId } });
  };
  // The wish is written before the provider is asked.
  payments.isDown = true;
  expect((await refund()).status).toBe(503);
  payments.isDown = false;
  for (const isDisputed of [true, false]) {
    payment.isDisputed = isDisputed;
    await sync(id);
    expect(await remaining(person)).toBe(0);
  }
  expect((await refund()).status).toBe(200);
  expect(payment.refundedCents).toBe(subscription.invoices[0]!.amountCents);
  expect(await remaining(person)).toBe(0);
});

test('a part that was paid back is taken of the months that were granted, and asks for no others', async () => {
  const { person, id, subscription } = await bought();
  const taking = jest.spyOn(app.app.get(CreditLedger, { strict: false }), 'takeBack');
  subscription.invoices[0]!.payment.refundedCents = 333;
  for (let reads = 1; reads <= 2; reads += 1) {
    await sync(id);
    expect(await remaining(person)).toBe(133.3);
    expect(taking).toHaveBeenCalledTimes(reads);
  }
});
