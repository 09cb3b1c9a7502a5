import { beforeEach, describe, expect, test } from '@jest/globals';
import { createUser } from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { rowsRead } from '../../../../test/support/database/rows-read.js';
import { rows } from '../../../platform/database/rows.js';
import { recordEvent, refundKey, refusalKey, refusedRequestKey, requestFailedRefundMail } from './billing-records.js';
import { claimOverdueSubscriptions, findUnfinishedRefunds } from './overdue-reads.js';
import { PaymentEntity } from './payment.entity.js';
import { SubscriptionEntity } from './subscription.entity.js';

const database = useDatabase();
const ASKED = { providers: ['stripe' as const], seconds: 0 };

let payment: PaymentEntity;
let subscription: SubscriptionEntity;
/** A payment of a subscription that has ended, which is not paid back yet. */
beforeEach(async () => {
  const userId = await createUser(database.dataSource);
  const period = { anchoredAt: new Date(0), periodStart: new Date(0), periodEnd: new Date(0) };
  const common = { userId, provider: 'stripe', plan: 'pro', isAnnual: false } as const;
  const { manager } = database.dataSource;
  subscription = await manager.save(
    SubscriptionEntity,
    Object.assign(new SubscriptionEntity(), {
      ...common,
      ...period,
      providerSubscriptionId: `sub_${userId}`,
      status: 'canceled',
      readNumber: 1,
      syncedAt: new Date(0),
    }),
  );
  payment = await manager.save(
    PaymentEntity,
    Object.assign(new PaymentEntity(), {
      ...common,
      kind: 'checkout',
      amountCents: 999,
      status: 'success',
      subscriptionId: subscription.id,
      providerPaymentId: `pi_${userId}`,
      isUnearned: true,
      refundRequestedAt: new Date(0),
    }),
  );
});

const isOverdue = async (): Promise<boolean> => {
  const found = await claimOverdueSubscriptions(database.dataSource, ASKED);
  await rows(database.dataSource, `update subscriptions set synced_at = 'epoch'`);
  return found.some(({ id }) => id === subscription.providerSubscriptionId);
};
const isUnfinished = async (): Promise<boolean> =>
  (await findUnfinishedRefunds(database.dataSource, ASKED)).some(({ id }) => id === payment.id);

const recordRefund = (cents: number): Promise<void> =>
  recordEvent(database.dataSource.manager, subscription, {
    kind: 'refunded',
    key: refundKey(payment.id, cents),
    at: new Date(),
  });

describe('a payment for which nothing was given', () => {
  test('is looked at until its refund is recorded as a whole', async () => {
    expect(await isOverdue()).toBe(true);
    await recordRefund(payment.amountCents - 1);
    expect(await isOverdue()).toBe(true);
    await recordRefund(payment.amountCents);
    expect(await isOverdue()).toBe(false);
  });

  test('is left once the provider has refused its refund, but not once it has refused a request of the person', async () => {
    const { manager } = database.dataSource;
    await requestFailedRefundMail(manager, refusedRequestKey(payment), payment, { isRefused: true });
    expect(await isOverdue()).toBe(true);
    await requestFailedRefundMail(manager, refusalKey(payment.id), payment, { isRefused: true });
    expect(await isOverdue()).toBe(false);
  });
});

test('a refund that was asked for is looked at until it is recorded as a whole', async () => {
  expect(await isUnfinished()).toBe(true);
  await recordRefund(payment.amountCents - 1);
  expect(await isUnfinished()).toBe(true);
  await recordRefund(payment.amountCents);
  expect(await isUnfinished()).toBe(false);
});

test('refunds that were asked for are found without a look at the payments of which none was', async () => {
  const others = `
    insert into payments (user_id, provider, kind, plan, is_annual, amount_cents, status, provider_payment_id, subscription_id,
                          refunded_cents)
    select user_id, provider, kind, plan, is_annual, amount_cents, status.name, 'pi_' || status.name || n, subscription_id, 1
      from payments p, generate_series(1, 300) n, unnest(array['success', 'refunded']) status (name) where p.id = $1`;
  const read = await rowsRead(
    database.dataSource,
    (measured) => findUnfinishedRefunds(measured, ASKED),
    async (runner) => {
      await runner.query(others, [payment.id]);
      await runner.query('analyze payments');
      await runner.query('set local enable_seqscan = off');
    },
  );
  expect(read['payments']).toBeLessThan(10);
});
