import { expect, test } from '@jest/globals';
// oxlint-disable-next-line import/no-named-as-default -- its CommonJS build has no named export
import Stripe from 'stripe';
import type { StripeInvoices } from './stripe-invoices.js';
import type { StripePrices } from './stripe-prices.js';
import { StripeReads } from './stripe-reads.js';

const MONTH = 2_678_400;
const PRO = { choice: { plan: 'pro', isAnnual: false }, cents: 999, isSold: true };
const ANNUAL = { choice: { plan: 'pro', isAnnual: true }, cents: 9_590, isSold: true };
const SUBSCRIPTION = {
  id: 'sub_1',
  customer: { id: 'cus_1' },
  metadata: { user_id: 'ada', payment_id: 'payment-1' },
  status: 'active',
  billing_cycle_anchor: 0,
  cancel_at_period_end: false,
  cancel_at: null,
  canceled_at: null,
  ended_at: null,
  schedule: null,
  items: { data: [{ price: { id: 'pro' }, current_period_start: 0, current_period_end: MONTH }] },
};
const SESSION = {
  mode: 'subscription',
  status: 'open',
  client_reference_id: 'ada',
  metadata: { payment_id: 'payment-1' },
  subscription: null,
  customer: 'cus_1',
  created: 5,
  setup_intent: null,
};

interface Answers {
  subscription?: object;
  schedule?: object;
  session?: object;
  intents?: object[];
}

function reading({ subscription, schedule, session, intents = [] }: Answers) {
  const asked: object[] = [];
  const client = {
    subscriptions: { retrieve: () => Promise.resolve({ ...SUBSCRIPTION, ...subscription }) },
    subscriptionSchedules: { retrieve: () => Promise.resolve(schedule) },
    checkout: {
      sessions: {
        retrieve: (_: string, { expand }: { expand: string[] }) => {
          const found: Record<string, unknown> = { ...SESSION, ...session };
          const intent = expand.includes('setup_intent') ? found.setup_intent : 'seti_1';
          return Promise.resolve({ ...found, setup_intent: intent });
        },
      },
    },
    paymentIntents: {
      list: (query: object) => {
        asked.push(query);
        return Promise.resolve({ data: intents });
      },
    },
  };
  const known: Record<string, object> = { pro: PRO, annual: ANNUAL };
  const prices = {
    find: (id: string | null) =>
      id === null ? Promise.reject(new Error('no price was named')) : Promise.resolve(known[id] ?? null),
  };
  const invoices = { ofSubscription: () => Promise.resolve([]) };
  const parts = [client, prices, invoices] as unknown as [Stripe, StripePrices, StripeInvoices];
  return { reads: new StripeReads(...parts), asked };
}

const read = (answers: Answers) => reading(answers).reads.subscription('sub_1');

test('a subscription is told with its owner, period and price', async () => {
  expect(await read({})).toEqual({
    id: 'sub_1',
    customerId: 'cus_1',
    userId: 'ada',
    paymentId: 'payment-1',
    status: 'active',
    plan: 'pro',
    isAnnual: false,
    anchoredAt: new Date(0),
    periodStart: new Date(0),
    periodEnd: new Date(MONTH * 1_000),
    cancelAtPeriodEnd: false,
    canceledAt: null,
    endedAt: null,
    billing: 'running',
    pending: null,
    nextAmountCents: 999,
    invoices: [],
  });
});

test.each([
  ['of a price that is not ours', { items: { data: [{ price: { id: 'other' } }] } }],
  ['without an item', { items: { data: [] } }],
])('a subscription %s is none', async (_, subscription) => {
  expect(await read({ subscription })).toBeNull();
});

test('a subscription that Stripe does not know is none', async () => {
  const missing = new Stripe.errors.StripeInvalidRequestError({ code: 'resource_missing' });
  const client = { subscriptions: { retrieve: () => Promise.reject(missing) } } as unknown as Stripe;
  expect(await new StripeReads(client, {} as StripePrices, {} as StripeInvoices).subscription('sub_1')).toBeNull();
});

test.each([
  [{ cancel_at_period_end: true }, true],
  [{ cancel_at: MONTH }, true],
  [{}, false],
])('a subscription with %j ends with its period: %s', async (subscription, cancelAtPeriodEnd) => {
  expect(await read({ subscription })).toMatchObject({ cancelAtPeriodEnd });
});

test('a status that is not known, and the day of a cancellation, are told as such', async () => {
  const subscription = { status: 'new_status', canceled_at: 60, metadata: {} };
  expect(await read({ subscription })).toMatchObject({
    status: 'unknown',
    canceledAt: new Date(60_000),
    userId: null,
    paymentId: null,
  });
});

test.each([
  ['past_due', 'past_due'],
  // It is not tried any more, which leaves the person as much time.
  ['unpaid', 'past_due'],
  ['paused', 'paused'],
  ['canceled', 'canceled'],
])('a subscription that is %s at Stripe is %s here', async (status, expected) => {
  expect(await read({ subscription: { status, ended_at: 60 } })).toMatchObject({
    status: expected,
    endedAt: new Date(60_000),
    billing: 'stopped',
  });
});

const RUNNING = { start_date: 0, end_date: MONTH, items: [{ price: 'pro' }] };
const NEXT = { start_date: MONTH, items: [{ price: 'annual' }] };
test.each([
  ['the phase that follows the running one', { current_phase: RUNNING, phases: [RUNNING, NEXT] }, ANNUAL],
  ['no phase after the running one', { current_phase: RUNNING, phases: [RUNNING] }, null],
  ['no running phase', { current_phase: null, phases: [RUNNING, NEXT] }, null],
  ['a next phase without items', { current_phase: RUNNING, phases: [RUNNING, { ...NEXT, items: [] }] }, null],
])('of a schedule with %s, that price alone is pending', async (_, schedule, pending) => {
  expect(await read({ subscription: { schedule: 'sched_1' }, schedule })).toMatchObject({
    pending: pending?.choice ?? null,
    nextAmountCents: (pending ?? PRO).cents,
  });
});

test.each([
  ['open', 'open', null],
  ['complete', 'complete', 'pm_1'],
  ['expired', 'expired', null],
  [null, 'open', null],
])('a page for a card that is %s is %s', async (status, state, methodId) => {
  const session = { mode: 'setup', status, setup_intent: { payment_method: { id: 'pm_1' } } };
  expect(await reading({ session }).reads.checkout('cs_1')).toMatchObject({ purpose: 'card', state, methodId });
});

test('a page for anything but a card or a subscription is none of ours', async () => {
  expect(await reading({ session: { mode: 'payment' } }).reads.checkout('cs_1')).toBeNull();
});

test('an open page tells why its last attempt failed; a paid one tells nothing', async () => {
  const intents = [
    { last_payment_error: null },
    { last_payment_error: { decline_code: 'insufficient_funds', code: 'card_declined' } },
  ];
  const { reads, asked } = reading({ intents });
  expect(await reads.checkout('cs_1')).toMatchObject({
    purpose: 'subscription',
    paymentId: 'payment-1',
    subscriptionId: null,
    failureReason: 'insufficient_funds',
  });
  expect(asked).toEqual([{ customer: 'cus_1', created: { gte: 5 }, limit: 5 }]);
  const session = { status: 'complete', subscription: 'sub_1', metadata: null };
  expect(await reading({ intents, session }).reads.checkout('cs_1')).toMatchObject({
    subscriptionId: 'sub_1',
    paymentId: null,
    failureReason: null,
    methodId: null,
  });
});

test.each([
  ['nothing was tried', {}, []],
  ['nobody is known yet', { customer: null }, [{ last_payment_error: { code: 'card_declined' } }]],
])('an open page on which %s has no reason', async (_, session, intents) => {
  expect(await reading({ session, intents }).reads.checkout('cs_1')).toMatchObject({
    state: 'open',
    failureReason: null,
  });
});
