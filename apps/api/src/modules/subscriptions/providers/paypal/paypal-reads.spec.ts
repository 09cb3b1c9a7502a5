import { afterEach, expect, jest, test } from '@jest/globals';
import { text } from 'node:stream/consumers';
import { PaypalProvider } from './paypal.provider.js';

afterEach(() => void jest.restoreAllMocks());

const SETTINGS = {
  clientId: 'id',
  clientSecret: 'secret',
  baseUrl: 'https://paypal.example',
  webhookUrl: 'https://lumina.example/webhook',
  brand: 'Lumina',
};
const START = '2026-03-01T00:00:00Z';
const NOW = new Date('2026-03-10T00:00:00Z');
const DETAILS = { company: 'Ada GmbH', tax_id: 'DE 1', address: 'Köln\nDeutschland' };
const USD = (value: string) => ({ currency_code: 'USD', value });
const planOf = (changed: object = {}) => ({
  id: 'P-1',
  name: 'Pro, monthly',
  status: 'ACTIVE',
  billing_cycles: [
    {
      tenure_type: 'REGULAR',
      total_cycles: 0,
      frequency: { interval_unit: 'MONTH' },
      pricing_scheme: { fixed_price: USD('9.99') },
    },
  ],
  ...changed,
});
const subscriptionOf = (changed: object = {}) => ({
  id: 'I-1',
  status: 'ACTIVE',
  plan_id: 'P-1',
  start_time: START,
  create_time: START,
  ...changed,
});
const saleOf = (changed: object = {}) => ({
  id: 'SALE1',
  state: 'completed',
  amount: { currency: 'USD', total: '9.99' },
  billing_agreement_id: 'I-1',
  create_time: START,
  ...changed,
});

/** A PayPal that answers what a path begins with, and else with 404. */
function paypal(answers: Record<string, unknown>) {
  const known: Record<string, unknown> = {
    '/v1/oauth2/token': { access_token: 'token', expires_in: 3_600 },
    '/v1/billing/plans': { plans: [planOf()] },
    '/v1/customer/disputes': { items: [] },
    ...answers,
  };
  const asked: string[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(((address: string) => {
    const path = address.slice(SETTINGS.baseUrl.length);
    if (asked.push(path) > 50) throw new Error('PayPal is asked without an end');
    const begin = Object.keys(known)
      .toSorted((one, other) => other.length - one.length)
      .find((start) => path.startsWith(start));
    const answer = begin === undefined ? 404 : known[begin];
    return Promise.resolve(
      typeof answer === 'number'
        ? Response.json({ name: 'REFUSED' }, { status: answer })
        : Response.json(answer, { status: 200 }),
    );
  }) as never);
  return { provider: new PaypalProvider(SETTINGS, 1_000), asked };
}

const withTransactions = (transactions: object[], more: Record<string, unknown> = {}) =>
  paypal({
    '/v1/billing/subscriptions/I-1/transactions': { transactions },
    '/v1/billing/subscriptions/I-1': subscriptionOf(),
    ...more,
  });
const paidAt = (time: string, changed: object = {}) => ({
  id: `SALE-${time}`,
  status: 'COMPLETED',
  time,
  amount_with_breakdown: { gross_amount: USD('9.99') },
  ...changed,
});

test.each([
  ['without the permission to read disputes', 403],
  ['while PayPal is away', 503],
])('what is sold is not prepared %s, which is said before the first payment', async (_, status) => {
  const { provider, asked } = paypal({ '/v1/customer/disputes': status });
  await expect(provider.preparePrices()).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
  expect(asked.filter((path) => path.startsWith('/v1/catalogs'))).toEqual([]);
});

test('a subscription that PayPal does not know, or of a plan that is not ours, is none', async () => {
  expect(await paypal({}).provider.readSubscription('I-1', NOW)).toBeNull();
  const other = paypal({ '/v1/billing/subscriptions/I-1': subscriptionOf({ plan_id: 'P-other' }) });
  expect(await other.provider.readSubscription('I-1', NOW)).toBeNull();
});

test.each(['APPROVAL_PENDING', 'APPROVED'])('one that is %s is none yet, and its checkout open', async (status) => {
  const found = subscriptionOf({ status, create_time: new Date().toISOString() });
  const { provider } = paypal({ '/v1/billing/subscriptions/I-1': found });
  expect(await provider.readSubscription('I-1', NOW)).toBeNull();
  expect(await provider.readCheckout('I-1')).toMatchObject({ state: 'open', subscriptionId: null });
});

test.each([
  ['CANCELLED', {}, 'expired', null],
  ['EXPIRED', undefined, 'expired', null],
  ['CANCELLED', { last_payment: {} }, 'complete', 'I-1'],
  ['CANCELLED', { last_failed_payment: {} }, 'complete', 'I-1'],
  ['ACTIVE', {}, 'complete', 'I-1'],
])('a checkout that is %s with the payments %j is %s', async (status, billing_info, state, subscriptionId) => {
  const { provider } = paypal({ '/v1/billing/subscriptions/I-1': subscriptionOf({ status, billing_info }) });
  expect(await provider.readCheckout('I-1')).toMatchObject({ state, subscriptionId });
});

test.each([
  ['without a price', { billing_cycles: [{ tenure_type: 'REGULAR', frequency: { interval_unit: 'MONTH' } }] }],
  ['without a cycle', { billing_cycles: [] }],
])('a plan %s is known, not sold, and costs what we ask', async (_, changed) => {
  const { provider } = withTransactions([], { '/v1/billing/plans': { plans: [planOf(changed)] } });
  expect(await provider.readSubscription('I-1', NOW)).toMatchObject({
    plan: 'pro',
    isAnnual: false,
    nextAmountCents: 999,
    invoices: [],
  });
  const order = { successUrl: '', cancelUrl: '', locale: 'en', plan: 'pro', isAnnual: false } as const;
  await expect(provider.scheduleChange('I-1', order, order)).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
});

const cycleOf = (changed: object) => [{ ...planOf().billing_cycles[0], ...changed }];
test.each([
  [{}, true],
  [{ billing_cycles: cycleOf({ frequency: { interval_unit: 'MONTH', interval_count: 1 } }) }, true],
  [{ billing_cycles: cycleOf({ frequency: { interval_unit: 'MONTH', interval_count: 2 } }) }, false],
  [{ billing_cycles: cycleOf({ frequency: { interval_unit: 'YEAR' } }) }, false],
  [{ billing_cycles: cycleOf({ total_cycles: 12 }) }, false],
  [{ billing_cycles: cycleOf({ pricing_scheme: { fixed_price: USD('9.98') } }) }, false],
  [{ billing_cycles: [...cycleOf({}), ...cycleOf({})] }, false],
  [{ status: 'INACTIVE' }, false],
])('a plan with %j is one that we sell: %s', async (changed, isSold) => {
  const { provider } = paypal({
    '/v1/billing/plans': { plans: [planOf(changed)] },
    '/v1/billing/subscriptions/I-1/revise': { links: [{ rel: 'approve', href: 'https://paypal.example/page' }] },
  });
  const returns = { successUrl: '', cancelUrl: '', locale: 'en' } as const;
  const change = provider.scheduleChange('I-1', { plan: 'pro', isAnnual: false }, returns);
  expect(await change.catch(({ code }) => code)).toBe(isSold ? 'https://paypal.example/page' : 'PAYMENT_UNAVAILABLE');
});

test('a subscription that waits for its next plan tells both, and when it was changed', async () => {
  const annual = planOf({ id: 'P-2', name: 'Pro, annual', billing_cycles: [] });
  const { provider } = withTransactions([paidAt(START)], {
    '/v1/billing/plans': { plans: [planOf(), annual] },
    '/v1/billing/subscriptions/I-1': subscriptionOf({ plan_id: 'P-2', status_update_time: START, billing_info: {} }),
  });
  expect(await provider.readSubscription('I-1', NOW)).toMatchObject({
    isAnnual: false,
    pending: { plan: 'pro', isAnnual: true },
    canceledAt: new Date(START),
    periodEnd: new Date('2026-04-01T00:00:00Z'),
  });
});

test('payments are told oldest first, the last four, and only those of our prices in dollars', async () => {
  const months = ['03-01', '04-01', '05-01', '06-01', '07-01'].map((day) => paidAt(`2026-${day}T00:00:00Z`));
  const foreign = paidAt('2026-03-02T00:00:00Z', {
    amount_with_breakdown: { gross_amount: { currency_code: 'EUR', value: '9.99' } },
  });
  const other = paidAt('2026-03-03T00:00:00Z', { amount_with_breakdown: { gross_amount: USD('1.00') } });
  const { provider } = withTransactions([...months.toReversed(), foreign, other]);
  const read = await provider.readSubscription('I-1', new Date('2026-07-10T00:00:00Z'));
  expect(read?.invoices.map(({ id }) => id)).toEqual(months.slice(1).map(({ id }) => id));
  const asked = await provider.readSubscription('I-1', new Date('2026-07-10T00:00:00Z'), months[0]?.id);
  expect(asked?.invoices.map(({ id }) => id)).toEqual(months.map(({ id }) => id));
  expect(read).toMatchObject({
    status: 'active',
    anchoredAt: new Date(START),
    periodStart: new Date('2026-07-01T00:00:00Z'),
    periodEnd: new Date('2026-08-01T00:00:00Z'),
  });
});

test('a subscription whose first payment is on its way has not ended', async () => {
  const { provider } = withTransactions([paidAt(START, { status: 'PENDING' })], {
    '/v1/billing/subscriptions/I-1': subscriptionOf({ status_update_time: START }),
  });
  expect(await provider.readSubscription('I-1', NOW)).toMatchObject({ status: 'incomplete', endedAt: null });
});

test.each([
  ['INTERNAL_SERVER_ERROR', 'processing_error'],
  ['PAYER_CANNOT_PAY', 'transaction_not_allowed'],
  ['SENDING_LIMIT_EXCEEDED', 'withdrawal_count_limit_exceeded'],
  ['OTHER', 'generic_decline'],
])('a payment that is refused by %s has the reason %s', async (reason_code, failureReason) => {
  const { provider } = withTransactions([paidAt(START, { status: 'DECLINED' })], {
    '/v1/billing/subscriptions/I-1': subscriptionOf({ billing_info: { last_failed_payment: { reason_code } } }),
  });
  const [invoice] = (await provider.readSubscription('I-1', NOW))?.invoices ?? [];
  expect(invoice).toMatchObject({ status: 'open', paidAt: null, payment: { state: 'failed', failureReason } });
});

test.each([
  [[{ resource: { total_refunded_amount: { value: '4.50' }, amount: { currency: 'USD', total: '2.00' } } }], 450],
  [[{ resource: { amount: { currency: 'USD', total: '2.00' } } }], 200],
  [
    [
      { resource: { total_refunded_amount: { value: '5.00' }, amount: { currency: 'USD', total: '3.00' } } },
      { resource: { total_refunded_amount: { value: '2.00' }, amount: { currency: 'USD', total: '2.00' } } },
    ],
    500,
  ],
  [[], null],
])('of a part that was paid back, the events %j tell %j cents', async (events, refundedCents) => {
  const { provider } = withTransactions([paidAt(START, { status: 'PARTIALLY_REFUNDED' })], {
    '/v1/notifications/webhooks-events': { events },
  });
  const [invoice] = (await provider.readSubscription('I-1', NOW))?.invoices ?? [];
  expect(invoice?.payment).toMatchObject({ state: 'paid', refundedCents });
});

test.each([
  ['OPEN', null, true],
  ['RESOLVED', 'RESOLVED_BUYER_FAVOUR', true],
  ['RESOLVED', 'RESOLVED_WITH_PAYOUT', true],
  ['RESOLVED', 'ACCEPTED', true],
  ['RESOLVED', 'RESOLVED_SELLER_FAVOUR', false],
  ['RESOLVED', null, false],
])('a dispute that is %s with the outcome %s took the payment: %s', async (status, code, isDisputed) => {
  const won = { dispute_id: 'D-0', status: 'RESOLVED' };
  const { provider, asked } = withTransactions([paidAt(START)], {
    '/v1/customer/disputes': { items: [won, { dispute_id: 'D-1', status }] },
    '/v1/customer/disputes/D-0': { dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' } },
    '/v1/customer/disputes/D-1': code === null ? {} : { dispute_outcome: { outcome_code: code } },
  });
  const [invoice] = (await provider.readSubscription('I-1', NOW))?.invoices ?? [];
  expect(invoice?.payment?.isDisputed).toBe(isDisputed);
  expect(asked.filter((path) => path.includes('disputed_transaction_id=SALE-2026'))).toHaveLength(1);
});

/** The lines of a receipt. */
async function receiptOf(sale: object, details = DETAILS): Promise<string[] | null> {
  const { provider } = paypal({ '/v1/payments/sale/SALE1': saleOf(sale) });
  const file = await provider.readInvoiceFile('SALE1', details);
  const pdf = file && (await text(file.content));
  return pdf === null ? null : [...pdf.matchAll(/\((.*?)\) Tj/g)].map(([, line = '']) => line);
}

test('a receipt names the payment, what was bought, its state and the buyer', async () => {
  const lines = await receiptOf({}, { ...DETAILS, address: 'Koeln\nDeutschland' });
  expect(lines).toEqual([
    'Lumina receipt',
    'Number: SALE1',
    'Date: 2026-03-01',
    'Plan: Pro, one month',
    'Amount: 9.99 USD',
    'Status: Paid',
    'Billed to',
    'Ada GmbH',
    'Tax ID: DE 1',
    'Koeln',
    'Deutschland',
    'PayPal transaction SALE1',
    'PayPal subscription I-1',
  ]);
});

test.each([
  ['partially_refunded', 'Status: Paid, and refunded in part'],
  ['refunded', 'Status: Paid, and refunded'],
  ['reversed', 'Status: Paid, and taken back'],
])('a receipt of a payment that is %s says so', async (state, line) => {
  expect(await receiptOf({ state })).toContain(line);
});

test('a receipt is silent about a plan and a buyer that are not known, and a pending payment has none', async () => {
  const nobody = { company: '', tax_id: '', address: '' };
  const lines = await receiptOf({ amount: { currency: 'USD', total: '1.00' } }, nobody);
  expect(lines?.filter((line) => /^(Plan|Billed|Tax)/.test(line))).toEqual([]);
  expect(await receiptOf({ state: 'pending' })).toBeNull();
});

test('the subscription of a payment is looked up for ids that PayPal may have, and for no others', async () => {
  const { provider, asked } = paypal({
    '/v1/payments/sale/SALE1': saleOf(),
    '/v1/payments/sale/SALE2': saleOf({ billing_agreement_id: undefined }),
  });
  expect(await provider.findSubscriptionOfPayment('SALE1')).toBe('I-1');
  expect(await provider.findSubscriptionOfPayment('SALE2')).toBeNull();
  expect(await provider.findSubscriptionOfPayment('SALE3')).toBeNull();
  const before = asked.length;
  expect(await provider.findSubscriptionOfPayment('SALE1/../SALE1')).toBeNull();
  expect(asked).toHaveLength(before);
});
