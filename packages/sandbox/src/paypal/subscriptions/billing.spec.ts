import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { paypalAccess, paypalClient, refusalOf, type PaypalClient } from '../../../test/paypal.js';
import { monthly, paypalObjects } from '../../../test/paypal-objects.js';
import { startTestSandbox, type TestSandbox } from '../../../test/sandbox.js';

let sandbox: TestSandbox;
let paypal: PaypalClient;
let objects: ReturnType<typeof paypalObjects>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const advance = (ms: number) => sandbox.control('clock/advance', { ms });
const eventTypes = async () =>
  ((await sandbox.control('paypal/events')) as { event_type: string }[])
    .map(({ event_type }) => event_type)
    .filter((type) => !/CREATED|ACTIVATED/.test(type));

beforeAll(async () => {
  sandbox = await startTestSandbox();
  objects = paypalObjects((paypal = paypalClient(paypalAccess(sandbox))));
});
beforeEach(async () => {
  sandbox.reset();
  paypal = paypalClient(paypalAccess(sandbox));
  objects = paypalObjects(paypal);
  await sandbox.control('paypal', { firstPaymentDelayMs: 0 });
  await sandbox.control('clock/freeze', { at: '2027-01-31T12:00:00Z' });
});
afterAll(() => sandbox.dispose());

describe('a renewal', () => {
  it('is taken one hour after it is due, not before', async () => {
    const id = await objects.activeSubscription((await objects.plan()).id);
    await advance(28 * DAY_MS + HOUR_MS - 1000);
    expect(await objects.transactions(id)).toHaveLength(1);

    await advance(1000);

    expect(await objects.transactions(id)).toMatchObject([{ time: '2027-02-28T13:00:00.000Z' }, {}]);
  });

  it('comes every month for thirteen months, from the 31st on the last day of shorter ones', async () => {
    const id = await objects.activeSubscription((await objects.plan()).id);

    await advance(400 * DAY_MS);

    const days = (await objects.transactions(id)).map(({ time }) => time.slice(0, 10)).toReversed();
    expect(days.slice(0, 5)).toEqual(['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
    expect(days.slice(-2)).toEqual(['2028-01-31', '2028-02-29']);
    expect(days).toHaveLength(14);
    expect((await eventTypes()).filter((type) => type === 'PAYMENT.SALE.COMPLETED')).toHaveLength(14);
  });

  it('does not come while suspended, and what was missed is not taken later', async () => {
    const id = await objects.activeSubscription((await objects.plan()).id);
    await paypal.post(`/v1/billing/subscriptions/${id}/suspend`, { reason: 'A test' });
    await advance(70 * DAY_MS);
    expect(await objects.transactions(id)).toHaveLength(1);

    await paypal.post(`/v1/billing/subscriptions/${id}/activate`, { reason: 'A test' });

    expect(await objects.transactions(id)).toHaveLength(1);
    const { billing_info: billing } = await objects.subscription(id);
    expect(billing?.next_billing_time).toBe('2027-04-30T12:00:00Z');
    await advance(21 * DAY_MS);
    expect(await objects.transactions(id)).toHaveLength(2);
  });

  it('comes without end only where the plan says so: left out, total_cycles is 1', async () => {
    const { total_cycles: _total, ...once } = monthly();
    const id = await objects.activeSubscription((await objects.plan({ billing_cycles: [once] })).id);
    await advance(60 * DAY_MS);

    expect(await objects.subscription(id)).toMatchObject({ status: 'EXPIRED' });
    expect(await objects.transactions(id)).toHaveLength(1);
  });

  it('is remembered over a restart of the sandbox', async () => {
    const id = await objects.activeSubscription((await objects.plan()).id);
    await advance(60 * DAY_MS);
    const before = [await objects.subscription(id), await objects.transactions(id)];

    sandbox = await sandbox.restart();

    expect([await objects.subscription(id), await objects.transactions(id)]).toEqual(before);
  });

  it('comes after a free trial', async () => {
    const trial = { ...monthly(), tenure_type: 'TRIAL', total_cycles: 1, pricing_scheme: undefined };
    const cycles = [trial, { ...monthly(), sequence: 2 }];
    const id = await objects.activeSubscription((await objects.plan({ billing_cycles: cycles })).id);
    expect(await objects.transactions(id)).toEqual([]);

    await advance(28 * DAY_MS + HOUR_MS);

    expect(await objects.transactions(id)).toHaveLength(1);
  });
});

describe('a renewal that fails', () => {
  const failing = async (threshold = 0) => {
    const plan = await objects.plan({ payment_preferences: { payment_failure_threshold: threshold } });
    const id = await objects.activeSubscription(plan.id, { funding: 'renewal_declined' });
    await advance(28 * DAY_MS + HOUR_MS);
    return id;
  };

  it('leaves the subscription active with a balance outstanding, and is tried again after five days', async () => {
    const id = await failing();

    expect(await objects.subscription(id)).toMatchObject({
      status: 'ACTIVE',
      billing_info: {
        outstanding_balance: { value: '9.90' },
        failed_payments_count: 1,
        last_failed_payment: { reason_code: 'PAYMENT_DENIED', next_payment_retry_time: '2027-03-05T13:00:00Z' },
      },
    });
    expect(await objects.transactions(id)).toMatchObject([{ status: 'DECLINED' }, { status: 'COMPLETED' }]);
    expect((await eventTypes())[0]).toBe('BILLING.SUBSCRIPTION.PAYMENT.FAILED');
  });

  it('recovers by the next attempt when the person repairs the way to pay', async () => {
    const id = await failing();
    await sandbox.control(`paypal/subscriptions/${id}/funding`, { funding: 'card' });

    await advance(5 * DAY_MS);

    expect(await objects.subscription(id)).toMatchObject({
      status: 'ACTIVE',
      billing_info: { outstanding_balance: { value: '0.00' }, failed_payments_count: 0 },
    });
    expect((await objects.transactions(id))[0]).toMatchObject({ status: 'COMPLETED' });
  });

  it('is given up after two more attempts, and taken with the next renewal', async () => {
    const id = await failing();
    await advance(10 * DAY_MS);
    const { billing_info: billing } = await objects.subscription(id);
    expect(billing).toMatchObject({ failed_payments_count: 3 });
    expect(billing?.last_failed_payment?.next_payment_retry_time).toBeUndefined();
    await sandbox.control(`paypal/subscriptions/${id}/funding`, { funding: 'card' });

    await advance(21 * DAY_MS);

    expect((await objects.transactions(id))[0]).toMatchObject({
      status: 'COMPLETED',
      amount_with_breakdown: { gross_amount: { value: '19.80' } },
    });
  });

  it('suspends the subscription when it has failed as often as the plan allows', async () => {
    const id = await failing(2);
    expect(await objects.subscription(id)).toMatchObject({ status: 'ACTIVE' });

    await advance(5 * DAY_MS);

    expect(await objects.subscription(id)).toMatchObject({ status: 'SUSPENDED' });
    expect((await eventTypes()).slice(0, 2)).toEqual([
      'BILLING.SUBSCRIPTION.SUSPENDED',
      'BILLING.SUBSCRIPTION.PAYMENT.FAILED',
    ]);
    await advance(60 * DAY_MS);
    expect(await objects.transactions(id)).toHaveLength(3);
  });

  it('can be captured by the application, at most what is outstanding', async () => {
    const id = await failing();
    const capture = (value: string) =>
      paypal.post(`/v1/billing/subscriptions/${id}/capture`, {
        note: 'Outstanding',
        capture_type: 'OUTSTANDING_BALANCE',
        amount: { currency_code: 'USD', value },
      });
    expect(refusalOf(await capture('9.90'))).toMatchObject({ issue: 'INSTRUMENT_DECLINED' });
    await sandbox.control(`paypal/subscriptions/${id}/funding`, { funding: 'card' });
    expect(refusalOf(await capture('9.91'))).toMatchObject({ issue: 'AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE' });

    expect((await capture('9.90')).status).toBe(202);

    expect(refusalOf(await capture('9.90'))).toMatchObject({ issue: 'ZERO_OUTSTANDING_BALANCE' });
    await advance(5 * DAY_MS);
    expect(await objects.transactions(id)).toHaveLength(3);
  });

  it('can be the first: the subscription is active and never paid', async () => {
    const id = await objects.activeSubscription((await objects.plan()).id, { funding: 'card_declined' });

    const { status, billing_info: billing } = await objects.subscription(id);
    expect(status).toBe('ACTIVE');
    expect(billing?.last_payment).toBeUndefined();
    expect(await objects.transactions(id)).toMatchObject([{ status: 'DECLINED' }]);
  });
});
