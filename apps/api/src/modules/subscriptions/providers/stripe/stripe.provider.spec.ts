import { afterEach, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StripeProvider } from './stripe.provider.js';

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** With a Stripe that answers everything by `body`. */
const providerOf = async (body: object): Promise<StripeProvider> => {
  server = createServer((_, answer) => {
    answer.setHeader('content-type', 'application/json').setHeader('connection', 'close').end(JSON.stringify(body));
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
