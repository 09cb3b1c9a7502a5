import { afterEach, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { alertsOf } from '../../../../../test/support/alerts.js';
import { RefundDelayed } from '../refund-delayed.js';
import { StripeProvider } from './stripe.provider.js';

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

interface Answer {
  status: number;
  body: object;
  isReplay?: boolean;
}

/** With a Stripe that answers one call after the other by `answers`, the last of which stays. */
const providerWith = async (...answers: Answer[]): Promise<StripeProvider> => {
  const left = [...answers];
  server = createServer((_, answer) => {
    const { status, body, isReplay } = (left.length > 1 ? left.shift() : left[0]) ?? { status: 500, body: {} };
    const headers = { 'content-type': 'application/json', connection: 'close' };
    answer.writeHead(status, { ...headers, ...(isReplay && { 'idempotent-replayed': 'true' }) });
    answer.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return new StripeProvider({ secretKey: 'sk_test_1', webhookSecret: '', baseUrl }, 2_500);
};
const providerOf = (body: object, status = 200): Promise<StripeProvider> => providerWith({ status, body });
const refusal = (error: object): Answer => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', ...error } },
});
const REFUNDED = { status: 200, body: { id: 're_1', object: 'refund', status: 'succeeded' } };
const SHORT = refusal({ message: 'Insufficient funds in your Stripe balance to refund this amount.' });

test.each([
  ['succeeded', true],
  ['pending', true],
  ['failed', false],
  ['canceled', false],
])('a refund that is %s at once is made: %s', async (status, isMade) => {
  const provider = await providerOf({ id: 're_1', object: 'refund', status });
  expect(await provider.refund('pi_1', 'refund:1')).toBe(isMade);
});

test.each([
  ['resource_missing', 404, false],
  ['charge_disputed', 400, false],
  ['charge_not_refundable', 400, false],
  ['refund_disputed_payment', 400, false],
  ['charge_already_refunded', 400, true],
])('a refund that Stripe answers by %s (%i) is made: %s', async (code, status, isMade) => {
  const error = { type: 'invalid_request_error', code, message: 'No refund' };
  const provider = await providerOf({ error }, status);
  expect(await provider.refund('pi_1', 'refund:1')).toBe(isMade);
});

test('a refund for which the account has no money is delayed and not refused', async () => {
  const provider = await providerWith(SHORT);
  await expect(provider.refund('pi_1', 'refund:1')).rejects.toBeInstanceOf(RefundDelayed);
});

test('a refund that is refused for a reason that is not known is delayed: it may succeed later', async () => {
  const provider = await providerWith(refusal({ code: 'something_new', message: 'Not now' }));
  await expect(provider.refund('pi_1', 'refund:1')).rejects.toBeInstanceOf(RefundDelayed);
});

test('a refusal that Stripe only repeats is asked for anew, and one that it repeats again stands', async () => {
  const provider = await providerWith({ ...SHORT, isReplay: true }, REFUNDED, { ...SHORT, isReplay: true }, SHORT);
  expect(await provider.refund('pi_1', 'refund:1')).toBe(true);
  await expect(provider.refund('pi_1', 'refund:1')).rejects.toBeInstanceOf(RefundDelayed);
});

test('refunds without money alert the operator once, until one is made', async () => {
  const before = await alertsOf('stripe_balance');
  const provider = await providerWith(SHORT, SHORT, REFUNDED, SHORT);
  const alerted: number[] = [];
  for (let tries = 0; tries < 4; tries += 1) {
    await provider.refund('pi_1', 'refund:1').catch(() => undefined);
    alerted.push((await alertsOf('stripe_balance')) - before);
  }
  expect(alerted).toEqual([1, 1, 1, 2]);
});

const PRO = { plan: 'pro', isAnnual: false } as const;
test.each<[string, (stripe: StripeProvider) => Promise<unknown>]>([
  ['a preview', (stripe) => stripe.previewUpgrade('sub_1', PRO)],
  ['an upgrade', (stripe) => stripe.upgrade('sub_1', PRO, { key: 'upgrade:1' })],
  ['a planned change', (stripe) => stripe.scheduleChange('sub_1', PRO)],
  ['a cancellation', (stripe) => stripe.cancelAtPeriodEnd('sub_1')],
  ['a resumption', (stripe) => stripe.resume('sub_1')],
])('%s that Stripe refuses is a change that is not possible now', async (_, ask) => {
  const provider = await providerWith(refusal({ message: 'The subscription has ended' }));
  await expect(ask(provider)).rejects.toMatchObject({ code: 'SUBSCRIPTION_NOT_CHANGEABLE' });
});

test.each(['cancelNow', 'cancelAtPeriodEnd', 'resume'] as const)(
  '%s of a subscription that Stripe does not know changes nothing',
  async (call) => {
    const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such subscription' };
    const provider = await providerOf({ error }, 404);
    await expect(provider[call]('sub_1')).resolves.toBeUndefined();
  },
);
