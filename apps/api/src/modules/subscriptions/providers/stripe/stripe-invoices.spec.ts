import { expect, test } from '@jest/globals';
import type Stripe from 'stripe';
import { StripeInvoices, subscriptionOfInvoice } from './stripe-invoices.js';
import type { StripePrices } from './stripe-prices.js';

const lineOf = (price: string, amount: number, parent: object | null = null) => ({
  amount,
  parent,
  pricing: { price_details: { price } },
  period: { start: amount, end: amount + 60 },
});
const invoiceOf = (changed: object = {}) => ({
  id: 'in_1',
  number: 'T-1',
  status: 'paid',
  currency: 'usd',
  billing_reason: 'subscription_cycle',
  amount_paid: 999,
  amount_due: 1_000,
  created: 5,
  status_transitions: { paid_at: 6 },
  hosted_invoice_url: 'https://stripe.example/pay',
  lines: { data: [lineOf('pro', 999)] },
  ...changed,
});

interface World {
  invoices?: { id: string }[];
  /** Those of an invoice, newest first. */
  payments?: object[];
  intent?: object;
  disputes?: string[];
  /** The invoice of a payment that was asked for. */
  paidBy?: object[];
}

function stripe({ invoices = [invoiceOf()], payments = [], intent, disputes = [], paidBy = [] }: World) {
  const asked: object[] = [];
  const listOf = (data: object[]) => (query: object) => {
    asked.push(query);
    return Promise.resolve({ data });
  };
  const client = {
    invoices: {
      list: listOf(invoices),
      retrieve: (id: string) => Promise.resolve(invoiceOf({ id })),
    },
    invoicePayments: {
      list: (query: { payment?: object }) => listOf(query.payment ? paidBy : payments)(query),
    },
    paymentIntents: { retrieve: (id: string) => Promise.resolve({ id, status: 'succeeded', ...intent }) },
    disputes: { list: listOf(disputes.map((status) => ({ status }))) },
  };
  const known: Record<string, object> = {
    pro: { choice: { plan: 'pro', isAnnual: false } },
    enterprise: { choice: { plan: 'enterprise', isAnnual: true } },
  };
  const prices = { find: (id: string) => Promise.resolve(known[id] ?? null) };
  return { read: new StripeInvoices(client as unknown as Stripe, prices as unknown as StripePrices), asked };
}
const only = async (world: World) => (await stripe(world).read.ofSubscription('sub_1'))[0];
const ofInvoice = (changed: object) => only({ invoices: [invoiceOf(changed)] });

test('an invoice is told with its period, its amount and its payment', async () => {
  const payments = [{ status: 'paid', payment: { payment_intent: { id: 'pi_1' } } }];
  expect(await only({ payments })).toEqual({
    id: 'in_1',
    number: 'T-1',
    reason: 'renewal',
    status: 'paid',
    plan: 'pro',
    isAnnual: false,
    amountCents: 999,
    periodStart: new Date(999_000),
    periodEnd: new Date(1_059_000),
    createdAt: new Date(5_000),
    paidAt: new Date(6_000),
    hostedUrl: 'https://stripe.example/pay',
    payment: { id: 'pi_1', state: 'paid', failureReason: null, refundedCents: 0, isDisputed: false },
  });
});

test('an invoice that is not paid costs what is due', async () => {
  const open = { status: 'open', status_transitions: { paid_at: null }, hosted_invoice_url: undefined };
  expect(await ofInvoice(open)).toMatchObject({ amountCents: 1_000, paidAt: null, hostedUrl: null });
});

test.each([
  ['that is a draft', { status: 'draft' }],
  ['without a status', { status: null }],
  ['in another currency', { currency: 'eur' }],
  ['without a line', { lines: { data: [] } }],
  ['for a price that is not ours', { lines: { data: [lineOf('other', 999)] } }],
  ['without a price', { lines: { data: [{ ...lineOf('pro', 999), pricing: null }] } }],
  ['that only gives back', { lines: { data: [lineOf('pro', -999), lineOf('pro', 0)] } }],
])('an invoice %s is none', async (_, changed) => {
  expect(await ofInvoice(changed)).toBeUndefined();
});

const PRORATED = { subscription_item_details: { proration: true } };
test.each([
  ['start', { billing_reason: 'subscription_create' }],
  ['renewal', { billing_reason: 'subscription_update' }],
  ['upgrade', { billing_reason: 'subscription_create', lines: { data: [lineOf('pro', 1, PRORATED)] } }],
  ['upgrade', { lines: { data: [lineOf('pro', 1, { invoice_item_details: { proration: true } })] } }],
  ['renewal', { lines: { data: [lineOf('pro', 1, { subscription_item_details: { proration: false } })] } }],
])('an invoice has the reason %s with %j', async (reason, changed) => {
  expect(await ofInvoice(changed)).toMatchObject({ reason });
});

test.each([
  ['the dearest', [lineOf('pro', 5), lineOf('enterprise', 7)], 'enterprise'],
  ['the dearest, wherever it stands', [lineOf('enterprise', 7), lineOf('pro', 5)], 'enterprise'],
  ['a whole period before a part of one', [lineOf('enterprise', 7, PRORATED), lineOf('pro', 5)], 'pro'],
  ['a whole period, wherever it stands', [lineOf('pro', 5), lineOf('enterprise', 7, PRORATED)], 'pro'],
])('of several lines, the plan is that of %s', async (_, data, plan) => {
  expect(await ofInvoice({ lines: { data } })).toMatchObject({ plan });
});

test('the four newest are told oldest first, and before them that of a payment that is older', async () => {
  const paidBy = [{ invoice: 'in_old' }];
  const newest = [invoiceOf({ id: 'in_3' }), invoiceOf({ id: 'in_2' })];
  const { read, asked } = stripe({ invoices: newest, paidBy });
  const ids = async (paymentId?: string) => (await read.ofSubscription('sub_1', paymentId)).map(({ id }) => id);
  expect(await ids()).toEqual(['in_2', 'in_3']);
  expect(asked[0]).toEqual({ subscription: 'sub_1', limit: 4 });
  expect(await ids('pi_old')).toEqual(['in_old', 'in_2', 'in_3']);
  expect(asked).toContainEqual({ payment: { type: 'payment_intent', payment_intent: 'pi_old' }, limit: 1 });
  paidBy.splice(0, 1, { invoice: 'in_2' });
  expect(await ids('pi_2')).toEqual(['in_2', 'in_3']);
  paidBy.length = 0;
  expect(await ids('pi_unknown')).toEqual(['in_2', 'in_3']);
});

const FAILED = { decline_code: 'insufficient_funds', code: 'card_declined' };
test.each([
  [{ status: 'succeeded', last_payment_error: FAILED }, 'paid', null],
  [{ status: 'requires_payment_method', last_payment_error: FAILED }, 'failed', 'insufficient_funds'],
  [{ status: 'requires_action', last_payment_error: FAILED }, 'failed', 'authentication_required'],
  [{ status: 'requires_action', last_payment_error: null }, 'open', null],
  [{ status: 'processing', last_payment_error: null }, 'open', null],
])('a payment of %j is %s for the reason %s', async (intent, state, failureReason) => {
  const payments = [{ status: 'open', payment: { payment_intent: 'pi_1' } }];
  expect((await only({ payments, intent }))?.payment).toMatchObject({ state, failureReason });
});

test.each([
  [{ amount_refunded: 5, disputed: false }, ['lost'], 5, false],
  [{ amount_refunded: 0, disputed: true }, ['won', 'lost'], 0, true],
  [{ amount_refunded: 0, disputed: true }, ['needs_response'], 0, true],
  [{ amount_refunded: 0, disputed: true }, ['won', 'warning_needs_response', 'prevented'], 0, false],
  ['ch_1', ['lost'], 0, false],
  [null, ['lost'], 0, false],
])('of the charge %j with disputes that are %j, %d cents are back, and it is disputed: %s', async (...row) => {
  const [latest_charge, disputes, refundedCents, isDisputed] = row;
  const payments = [{ status: 'paid', payment: { payment_intent: 'pi_1' } }];
  const { read, asked } = stripe({ payments, disputes, intent: { latest_charge } });
  expect((await read.ofSubscription('sub_1'))[0]?.payment).toMatchObject({ refundedCents, isDisputed });
  if (isDisputed) expect(asked).toContainEqual({ payment_intent: 'pi_1', limit: 10 });
});

test('an invoice names its subscription, if it has one', () => {
  const parent = (subscription: unknown) => ({ parent: { subscription_details: { subscription } } }) as Stripe.Invoice;
  expect(subscriptionOfInvoice(parent({ id: 'sub_1' }))).toBe('sub_1');
  expect(subscriptionOfInvoice(parent('sub_2'))).toBe('sub_2');
  expect(subscriptionOfInvoice({ parent: null } as Stripe.Invoice)).toBeNull();
});
