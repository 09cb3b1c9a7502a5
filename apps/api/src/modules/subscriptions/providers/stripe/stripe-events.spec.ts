import { expect, test } from '@jest/globals';
// oxlint-disable-next-line import/no-named-as-default -- its CommonJS build has no named export
import Stripe from 'stripe';
import { StripeEvents } from './stripe-events.js';

const SECRET = 'whsec_1';
const genuine = new Stripe('sk_test_1');
const eventOf = (object: object, changed: object = {}) => ({
  id: 'evt_1',
  object: 'event',
  type: 'it.happened',
  created: 5,
  livemode: false,
  data: { object },
  ...changed,
});
const SUBSCRIPTION = { object: 'subscription', id: 'sub_1' };

/** As the provider sends it, signed `after` seconds from now. */
function delivery(event: object, after = 0) {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(Date.now() / 1_000) + after;
  const signature = genuine.webhooks.generateTestHeaderString({ payload, secret: SECRET, timestamp });
  return [Buffer.from(payload), { 'stripe-signature': signature }] as const;
}
const reading = (secretKey = 'sk_test_1') => new StripeEvents(genuine, { secretKey, webhookSecret: SECRET });
const read = (object: object) => reading().read(...delivery(eventOf(object)));

const invoiceOf = (parent: object | null) => ({ object: 'invoice', id: 'in_1', parent });
test.each([
  [
    { object: 'checkout.session', id: 'cs_1' },
    { kind: 'checkout', id: 'cs_1' },
  ],
  [SUBSCRIPTION, { kind: 'subscription', id: 'sub_1' }],
  [invoiceOf({ subscription_details: { subscription: 'sub_1' } }), { kind: 'subscription', id: 'sub_1' }],
  [invoiceOf(null), { kind: 'none' }],
  [
    { object: 'charge', id: 'ch_1', payment_intent: 'pi_1' },
    { kind: 'payment', id: 'pi_1' },
  ],
  [
    { object: 'refund', id: 're_1', payment_intent: { id: 'pi_1' } },
    { kind: 'payment', id: 'pi_1' },
  ],
  [
    { object: 'dispute', id: 'du_1', payment_intent: 'pi_1' },
    { kind: 'payment', id: 'pi_1' },
  ],
  [{ object: 'charge', id: 'ch_1', payment_intent: null }, { kind: 'none' }],
  [{ object: 'customer', id: 'cus_1' }, { kind: 'none' }],
])('an event of %j is about %j', (object, subject) => {
  expect(read(object)).toMatchObject({ id: 'evt_1', type: 'it.happened', subject });
});

test('of its body, only what names it is kept', () => {
  expect(read(SUBSCRIPTION)?.body).toEqual({ created: 5, livemode: false, object: 'sub_1' });
  expect(read({ object: 'balance' })?.body).toEqual({ created: 5, livemode: false, object: null });
});

test.each([
  ['sk_test_1', false, true],
  ['rk_test_1', true, false],
  ['sk_live_1', true, true],
  ['rk_live_1', false, false],
])('with the key %s, an event that is live: %s, is one of ours: %s', (key, livemode, isOurs) => {
  expect(reading(key).read(...delivery(eventOf(SUBSCRIPTION, { livemode }))) !== null).toBe(isOurs);
});

test('an event of a connected account is none of ours', () => {
  expect(reading().read(...delivery(eventOf(SUBSCRIPTION, { account: 'acct_1' })))).toBeNull();
});

test.each([-290, 290])('an event that was signed %d seconds from now is taken', (after) => {
  expect(reading().read(...delivery(eventOf(SUBSCRIPTION), after))).not.toBeNull();
});

test.each<[string, () => readonly [Buffer, Record<string, string | string[]>]]>([
  ['long ago', () => delivery(eventOf(SUBSCRIPTION), -310)],
  ['in the future', () => delivery(eventOf(SUBSCRIPTION), 310)],
  ['not at all', () => [delivery(eventOf(SUBSCRIPTION))[0], {}]],
  ['twice', () => [delivery(eventOf(SUBSCRIPTION))[0], { 'stripe-signature': ['t=1', 't=2'] }]],
  ['for another body', () => [Buffer.from('{}'), delivery(eventOf(SUBSCRIPTION))[1]]],
])('an event that was signed %s is refused', (_, deliver) => {
  expect(() => reading().read(...deliver())).toThrow(expect.objectContaining({ code: 'WEBHOOK_SIGNATURE_INVALID' }));
});

test('events since a moment are listed, but those of connected accounts', async () => {
  const asked: object[] = [];
  const found = [eventOf(SUBSCRIPTION), eventOf(SUBSCRIPTION, { id: 'evt_2', account: 'acct_1' })];
  const list = (query: object) => ({
    autoPagingToArray: (bound: object) => {
      asked.push(query, bound);
      return Promise.resolve(found);
    },
  });
  const events = new StripeEvents({ events: { list } } as unknown as Stripe, { secretKey: '', webhookSecret: '' });
  expect((await events.since(new Date(5_999))).map(({ id }) => id)).toEqual(['evt_1']);
  expect(asked).toEqual([{ created: { gte: 5 }, limit: 100 }, { limit: 10_000 }]);
});
