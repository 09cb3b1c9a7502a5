import { describe, expect, test } from '@jest/globals';
import { useFakeBilling } from '../../../../../test/support/billing/fake-billing.js';
import { rows } from '../../../../platform/database/rows.js';
import { addMonths } from '../../domain/grant-months.js';
import type { PlanChoice } from '../../domain/plan-change.js';

const billing = useFakeBilling();
const { app, buyer, sync, turnTo } = billing;

const PRO: PlanChoice = { plan: 'pro', isAnnual: false };
const PRO_ANNUAL: PlanChoice = { plan: 'pro', isAnnual: true };

const refunded = () => [...billing.payments.refunds.values()].toSorted();
const idsOf = (invoices: { payment: { id: string } | null }[]) =>
  invoices.map(({ payment }) => payment?.id ?? '').toSorted();
const grantsOf = async (userId: string) =>
  (
    await rows<{ units: number }>(
      app.dataSource,
      `select amount as units from credit_grants where user_id = $1 order by id`,
      [userId],
    )
  ).map(({ units }) => units);
/** Somebody with a subscription of so many months ago of which nothing was read. */
const boughtAgo = async (months: number, choice: PlanChoice) => {
  const { customer } = await buyer();
  return { ...customer, bought: billing.payments.subscribe(customer, choice, { at: addMonths(new Date(), -months) }) };
};

describe('periods that were over before they were read', () => {
  test('are paid back, and the running one gives its credits', async () => {
    const { userId, bought } = await boughtAgo(3, PRO);
    for (let renewals = 0; renewals < 3; renewals += 1) billing.payments.renew(bought.id);
    await turnTo(new Date(), 7_200);
    for (let reads = 0; reads < 2; reads += 1) await sync(bought.id);
    expect(refunded()).toEqual(idsOf(bought.invoices.slice(0, 3)));
    expect(await grantsOf(userId)).toEqual([2000]);
    expect(billing.payments.cancelled).toEqual([]);
  });

  test('are paid back once where the provider tells of the refund only later', async () => {
    const { bought } = await boughtAgo(1, PRO);
    billing.payments.renew(bought.id);
    await turnTo(new Date(), 7_200);
    const asked: string[] = [];
    billing.payments.refund = (id) => Promise.resolve(asked.push(id) > 0);
    await sync(bought.id);
    expect(asked).toEqual(idsOf(bought.invoices.slice(0, 1)));
  });

  test('are paid back of a year, too', async () => {
    const { userId, bought } = await boughtAgo(12, PRO_ANNUAL);
    billing.payments.renew(bought.id);
    await turnTo(new Date(), 7_200);
    await sync(bought.id);
    expect(refunded()).toEqual(idsOf(bought.invoices.slice(0, 1)));
    expect(await grantsOf(userId)).toEqual([2000]);
  });
});

describe('periods that gave credits are not paid back', () => {
  test('when they are over', async () => {
    const { bought } = await boughtAgo(0, PRO);
    await sync(bought.id);
    billing.payments.renew(bought.id);
    await turnTo(bought.periodStart, 7_200);
    await sync(bought.id);
    await turnTo(bought.periodEnd, 7_200);
    await sync(bought.id);
    expect(refunded()).toEqual([]);
  });

  test('where they are read in the gap before the renewal', async () => {
    const { userId, bought } = await boughtAgo(0, PRO);
    await turnTo(bought.periodEnd, 60);
    await sync(bought.id);
    expect([await grantsOf(userId), refunded()]).toEqual([[2000], []]);
  });

  test.each([
    ['in its first month', 0],
    ['in its last month alone', 11],
  ])('of a year that was read %s', async (_, months) => {
    const { userId, bought } = await boughtAgo(0, PRO_ANNUAL);
    await turnTo(addMonths(bought.anchoredAt, months), 60);
    await sync(bought.id);
    billing.payments.renew(bought.id);
    await turnTo(bought.periodStart, 7_200);
    await sync(bought.id);
    expect([await grantsOf(userId), refunded()]).toEqual([[2000, 2000], []]);
  });

  test('of a year whose months came with the upgrade', async () => {
    const { userId, bought } = await boughtAgo(0, PRO_ANNUAL);
    const at = addMonths(bought.anchoredAt, 1);
    Object.assign(bought, { plan: 'enterprise' });
    billing.payments.bill(bought.id, { reason: 'upgrade', at });
    await turnTo(addMonths(bought.anchoredAt, 2), 60);
    await sync(bought.id);
    billing.payments.renew(bought.id);
    await turnTo(bought.periodStart, 7_200);
    await sync(bought.id);
    expect(await grantsOf(userId)).toHaveLength(2);
    expect(refunded()).toEqual([]);
  });

  test('of a year that runs on, though nothing was read for months', async () => {
    const { bought } = await boughtAgo(6, PRO_ANNUAL);
    await sync(bought.id);
    expect(refunded()).toEqual([]);
  });
});
