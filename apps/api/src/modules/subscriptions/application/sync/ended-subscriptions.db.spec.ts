import type { Answer } from '@app/contracts';
import { describe, expect, jest, test } from '@jest/globals';
import { useBilling } from '../../../../../test/support/billing/billing.js';
import type { SignedIn } from '../../../../../test/support/app.js';
import { CONFIG } from '../../../../platform/config/config.module.js';
import type { Config } from '../../../../platform/config/config.js';
import { row, rows } from '../../../../platform/database/rows.js';
import { PaymentProviders } from '../../providers/payment-providers.js';

const { sandbox, app, billing } = useBilling();

const GOOD_CARD = 'pm_card_visa';

/** Somebody whose renewal was refused, with the subscription and its open invoice at Stripe. */
async function failing() {
  const { person } = await billing.buy();
  await billing.spoilCard('insufficient_funds');
  await billing.passPeriod(person);
  await billing.reconcile();
  expect(await billing.my(person)).toMatchObject({ grace_until: expect.any(String) });
  const id = await billing.subscriptionOf(person);
  const { data } = await billing.stripe.invoices.list({ subscription: id, status: 'open' });
  expect(data).toHaveLength(1);
  return { person, id, invoiceId: data[0]?.id ?? '' };
}
const pay = (invoiceId: string) => billing.stripe.invoices.pay(invoiceId, { payment_method: GOOD_CARD });
const invoiceStatus = async (invoiceId: string) => (await billing.stripe.invoices.retrieve(invoiceId)).status;
const standing = async (person: SignedIn) => [await billing.planOf(person), await billing.my(person)];
const paymentsOf = async (person: SignedIn) =>
  (await billing.data<Answer<'subscriptions.payments'>>(person, 'GET', '/payments')).data.map(
    ({ kind, status, refunded_amount }) => [kind, status, refunded_amount],
  );
const mailOf = ({ userId }: SignedIn, kind: string) =>
  row<{ facts: object }>(
    app.dataSource,
    `select facts from billing_mails where user_id = $1 and kind = $2 order by created_at desc, key desc limit 1`,
    [userId, kind],
  );
/** The next call that writes to Stripe fails before it does anything. */
const failNextWrite = () =>
  sandbox.control('failures', { provider: 'stripe', kind: 'broken', times: 1, method: 'POST' });

describe('after a failed renewal', () => {
  test('a payment made during an outage keeps the plan, though the grace is over when the outage is', async () => {
    const { person, invoiceId } = await failing();
    await pay(invoiceId);
    await billing.advance({ days: 8 });
    await billing.reconcile();
    expect(await billing.my(person)).toMatchObject({ status: 'active', grace_until: null });
    expect([await billing.planOf(person), (await billing.quota(person)).remainingCredits]).toEqual(['pro', 200]);
  });

  test('the end of the grace leaves no invoice that could be paid', async () => {
    const { person, id, invoiceId } = await failing();
    await billing.advance({ days: 7, seconds: 7200 });
    await billing.reconcile();
    expect(await standing(person)).toEqual(['free', null]);
    expect((await billing.stripe.subscriptions.retrieve(id)).status).toBe('canceled');
    expect(await invoiceStatus(invoiceId)).toBe('void');
  });

  test('an end at once leaves no invoice that could be paid', async () => {
    const { person, invoiceId } = await failing();
    const { payments } = app.app.get<Config>(CONFIG, { strict: false });
    payments.cancellationMode = 'immediate';
    expect(await billing.data(person, 'POST', '/cancel', {})).toBeNull();
    payments.cancellationMode = 'period_end';
    expect(await invoiceStatus(invoiceId)).toBe('void');
  });

  test('the removal of the account leaves no invoice that could be paid', async () => {
    const { person, invoiceId } = await failing();
    expect((await app.request('DELETE', '/users/account', { token: person.token })).status).toBe(200);
    expect(await invoiceStatus(invoiceId)).toBe('void');
  });

  test('a subscription that ended at Stripe leaves no invoice that could be paid', async () => {
    const { person, id, invoiceId } = await failing();
    await billing.stripe.subscriptions.cancel(id);
    expect(await invoiceStatus(invoiceId)).toBe('open');
    await billing.sync(person);
    expect(await invoiceStatus(invoiceId)).toBe('void');
    expect(await paymentsOf(person)).toEqual([
      ['renewal', 'failed', 0],
      ['checkout', 'success', 0],
    ]);
  });

  test('an invoice that could not be voided is voided by the reconciler', async () => {
    const { person, id, invoiceId } = await failing();
    await billing.stripe.subscriptions.cancel(id);
    await failNextWrite();
    await expect(billing.sync(person)).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
    expect([await invoiceStatus(invoiceId), await billing.planOf(person)]).toEqual(['open', 'free']);
    await billing.reconcile();
    expect(await invoiceStatus(invoiceId)).toBe('void');
  });
});

describe('a renewal that is paid after the end', () => {
  const paidLate = async () => {
    const failed = await failing();
    await billing.stripe.subscriptions.cancel(failed.id);
    await billing.advance({ seconds: 7200 });
    await pay(failed.invoiceId);
    return failed;
  };
  const expectPaidBack = async (person: SignedIn) => {
    expect(await standing(person)).toEqual(['free', null]);
    // Those of the first month.
    expect(await rows(app.dataSource, `select 1 from credit_grants where user_id = $1`, [person.userId])).toHaveLength(
      1,
    );
    expect(await paymentsOf(person)).toEqual([
      ['renewal', 'success', 9.99],
      ['checkout', 'success', 0],
    ]);
    expect((await billing.stripe.refunds.list()).data).toMatchObject([{ amount: 999, status: 'succeeded' }]);
  };

  test('is paid back once, and the person is told', async () => {
    const { person } = await paidLate();
    for (let reads = 0; reads < 2; reads += 1) {
      await billing.sync(person);
      await expectPaidBack(person);
    }
    expect(await mailOf(person, 'refunded')).toMatchObject({ facts: { amountCents: 999, hadCredits: false } });
    // Nothing more is charged.
    expect(await mailOf(person, 'receipt')).toMatchObject({ facts: { amountCents: 999, until: null } });
  });

  test('or while it is being ended is paid back', async () => {
    const { person, id, invoiceId } = await failing();
    await pay(invoiceId);
    await billing.advance({ seconds: 60 });
    await billing.stripe.subscriptions.cancel(id);
    await billing.sync(person);
    await expectPaidBack(person);
  });

  test('is paid back by the reconciler where the refund could not be made at once', async () => {
    const { person } = await paidLate();
    await failNextWrite();
    await expect(billing.sync(person)).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
    expect((await billing.stripe.refunds.list()).data).toEqual([]);
    await billing.reconcile();
    await expectPaidBack(person);
  });

  test('and whose refund the bank sends back is left to the operator', async () => {
    const { person } = await paidLate();
    const refunding = jest.spyOn(app.app.get(PaymentProviders, { strict: false }).get('stripe'), 'refund');
    await billing.sync(person);
    const [refund] = (await billing.stripe.refunds.list()).data;
    await sandbox.control('stripe/refunds/fail', { payment_intent: refund?.payment_intent });
    for (let reads = 0; reads < 2; reads += 1) await billing.sync(person);
    await billing.reconcile();
    // Stripe forgets keys after a day, and would pay again.
    expect(refunding).toHaveBeenCalledTimes(1);
    expect(await mailOf(person, 'refund_failed')).toMatchObject({ facts: { amountCents: 999, areCreditsBack: false } });
  });
});

test('a renewal whose credits were given stays paid when the subscription ends at once', async () => {
  const { person } = await billing.buy();
  await billing.passPeriod(person);
  await billing.reconcile();
  await billing.stripe.subscriptions.cancel(await billing.subscriptionOf(person));
  await billing.sync(person);
  expect(await standing(person)).toEqual(['free', null]);
  expect((await billing.quota(person)).remainingCredits).toBe(200);
  expect((await billing.stripe.refunds.list()).data).toEqual([]);
});
