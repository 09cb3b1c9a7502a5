import type { Answer } from '@app/contracts';
import { expect, jest, test } from '@jest/globals';
import type { SignedIn } from '../../../../../test/support/app.js';
import { useFakeBilling } from '../../../../../test/support/billing/fake-billing.js';
import { row } from '../../../../platform/database/rows.js';
import { CreditLedger } from '../../../quota/index.js';

const billing = useFakeBilling();
const { app, sync, turnTo } = billing;

const HOUR = 3_600;
const bought = async () => {
  const { person, customer } = await billing.buyer();
  const { id } = billing.payments.subscribe(customer, { plan: 'pro', isAnnual: false });
  await sync(id);
  return { person, id, subscription: billing.payments.find(id) };
};
const remaining = async ({ token }: SignedIn) =>
  (await app.get<Answer<'quota.show'>>('/quota', { token })).body.data.remainingCredits;

test('a dispute of a renewal in its first days leaves the credits of an upgrade that was paid beside it', async () => {
  const { person, id, subscription } = await bought();
  const renewal = billing.payments.renew(id);
  await turnTo(subscription.periodStart, 2 * HOUR);
  await sync(id);
  subscription.plan = 'enterprise';
  billing.payments.bill(id, { reason: 'upgrade', at: new Date(subscription.periodStart.getTime() + 2 * HOUR * 1000) });
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
  billing.payments.isDown = true;
  expect((await refund()).status).toBe(503);
  billing.payments.isDown = false;
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
  const taking = jest.spyOn(app.app.get(CreditLedger, { strict: false }), 'revokePart');
  subscription.invoices[0]!.payment.refundedCents = 333;
  for (let reads = 1; reads <= 2; reads += 1) {
    await sync(id);
    expect(await remaining(person)).toBe(133.3);
    expect(taking).toHaveBeenCalledTimes(reads);
  }
});

test('a refund that fails once its month is over brings none of its credits', async () => {
  const { person, id, subscription } = await bought();
  const [{ payment, amountCents }] = subscription.invoices as [(typeof subscription.invoices)[0]];
  payment.refundedCents = amountCents;
  await sync(id);
  billing.payments.renew(id);
  await turnTo(subscription.periodStart, 2 * HOUR);
  await sync(id);
  payment.refundedCents = 0;
  for (let reads = 0; reads < 2; reads += 1) {
    await sync(id);
    expect(await remaining(person)).toBe(200);
  }
});
