import { afterEach, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StripeProvider } from './stripe.provider.js';

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** With a Stripe that answers everything by `body`. */
const providerOf = async (body: object, status = 200): Promise<StripeProvider> => {
  server = createServer((_, answer) => {
    const headers = { 'content-type': 'application/json', connection: 'close' };
    answer.writeHead(status, headers).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return new StripeProvider({ secretKey: 'sk_test_1', webhookSecret: '', baseUrl }, 2_500);
};

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
  ['charge_already_refunded', 400, true],
])('a refund that Stripe answers by %s (%i) is made: %s', async (code, status, isMade) => {
  const error = { type: 'invalid_request_error', code, message: 'No refund' };
  const provider = await providerOf({ error }, status);
  expect(await provider.refund('pi_1', 'refund:1')).toBe(isMade);
});

test.each(['cancelNow', 'cancelAtPeriodEnd', 'resume'] as const)(
  '%s of a subscription that Stripe does not know changes nothing',
  async (call) => {
    const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such subscription' };
    const provider = await providerOf({ error }, 404);
    await expect(provider[call]('sub_1')).resolves.toBeUndefined();
  },
);
