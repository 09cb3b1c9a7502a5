import { expect, test } from '@jest/globals';
import { useFakeBilling } from '../../../../../test/support/billing/fake-billing.js';
import { rows } from '../../../../platform/database/rows.js';
import type { PlanChoice } from '../../domain/plan-change.js';

const billing = useFakeBilling();
const { app, buyer, sync, turnTo } = billing;

const PRO: PlanChoice = { plan: 'pro', isAnnual: false };
const ENTERPRISE: PlanChoice = { plan: 'enterprise', isAnnual: false };

const planOf = async (userId: string) =>
  (await rows<{ plan: string }>(app.dataSource, `select plan from users where id = $1`, [userId]))[0]?.plan;
const refunded = () => [...billing.payments.refunds.values()].toSorted();

test('an old subscription that lives again beside a newer one is ended, and only what it was paid since is paid back', async () => {
  const { customer } = await buyer();
  const old = billing.payments.subscribe(customer, PRO);
  await sync(old.id);
  billing.payments.renew(old.id);
  await turnTo(old.periodStart, 7_200);
  await sync(old.id);
  old.status = 'paused';
  await sync(old.id);
  const kept = billing.payments.subscribe(customer, ENTERPRISE, { at: old.periodEnd });
  await turnTo(old.periodEnd, 1);
  await sync(kept.id);
  const sinceThen = billing.payments.renew(old.id);
  await turnTo(old.periodStart, 7_200);
  for (let reads = 0; reads < 2; reads += 1) {
    await sync(old.id);
    expect(refunded()).toEqual([sinceThen.payment.id]);
  }
  expect(billing.payments.cancelled).toEqual([old.id]);
  expect(await planOf(customer.userId)).toBe('enterprise');
  const statuses = `select kind, status from payments where user_id = $1 order by paid_at, kind`;
  expect(await rows(app.dataSource, statuses, [customer.userId])).toEqual([
    { kind: 'checkout', status: 'success' },
    { kind: 'renewal', status: 'success' },
    { kind: 'checkout', status: 'success' },
    { kind: 'renewal', status: 'refunded' },
  ]);
});

test('of two purchases, the one that was paid first is paid back where the other one was read first', async () => {
  const { customer } = await buyer();
  const first = billing.payments.subscribe(customer, PRO, { at: new Date(Date.now() - 60_000) });
  const second = billing.payments.subscribe(customer, ENTERPRISE);
  await sync(second.id);
  await sync(first.id);
  expect(refunded()).toEqual([first.invoices[0]?.payment.id]);
  expect([billing.payments.cancelled, await planOf(customer.userId)]).toEqual([[first.id], 'enterprise']);
});

test('what a second subscription brought in is told as a refund of a payment that brought no credits', async () => {
  const { customer } = await buyer();
  await sync(billing.payments.subscribe(customer, PRO).id);
  await sync(billing.payments.subscribe(customer, ENTERPRISE).id);
  const mails = `select facts->'hadCredits' as credits from billing_mails where user_id = $1 and kind = 'refunded'`;
  expect(await rows(app.dataSource, mails, [customer.userId])).toEqual([{ credits: false }]);
});

test('the receipt of a second subscription announces no next charge, that of the first one does', async () => {
  const { customer } = await buyer();
  for (const plan of [PRO, ENTERPRISE]) await sync(billing.payments.subscribe(customer, plan).id);
  const receipts = `select facts->>'plan' as plan, facts->'until' <> 'null' as "isAnnounced"
                      from billing_mails where user_id = $1 and kind = 'receipt' order by plan`;
  expect(await rows(app.dataSource, receipts, [customer.userId])).toEqual([
    { plan: 'enterprise', isAnnounced: false },
    { plan: 'pro', isAnnounced: true },
  ]);
});
