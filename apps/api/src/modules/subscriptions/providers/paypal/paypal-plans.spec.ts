import { afterEach, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PaypalProvider } from './paypal.provider.js';

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

const START = '2026-03-01T00:00:00Z';
const NOW = new Date('2026-03-10T00:00:00Z');
const PLAN = { id: 'P-1', name: 'Pro, monthly', status: 'ACTIVE', billing_cycles: [] };
const SUBSCRIPTION = { id: 'I-1', status: 'ACTIVE', plan_id: 'P-1', start_time: START, create_time: START };

/** With a PayPal whose list of plans is `lists` one after the other, the last of which stays. */
const providerOf = async (...lists: object[][]) => {
  const answers: Record<string, () => object> = {
    '/v1/oauth2/token': () => ({ access_token: 'T', expires_in: 3_600 }),
    '/v1/billing/plans': () => ({ plans: lists.length > 1 ? lists.shift() : lists[0] }),
    '/v1/billing/subscriptions/I-1': () => SUBSCRIPTION,
    '/v1/billing/subscriptions/I-1/transactions': () => ({ transactions: [] }),
  };
  server = createServer(({ url = '' }, answer) => {
    const found = answers[url.split('?')[0] ?? ''];
    answer.writeHead(found ? 200 : 404, { 'content-type': 'application/json', connection: 'close' });
    answer.end(JSON.stringify(found?.() ?? { name: 'RESOURCE_NOT_FOUND' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return new PaypalProvider({ clientId: 'id', clientSecret: 'secret', baseUrl, webhookUrl: '', brand: '' }, 2_500);
};

test('a subscription of a plan that was created since the plans were read is found at once', async () => {
  const provider = await providerOf([], [PLAN]);
  expect(await provider.readSubscription('I-1', NOW)).toMatchObject({ id: 'I-1', plan: 'pro', isAnnual: false });
});

test('a subscription of a plan that is not ours is none, however often the plans are read', async () => {
  const provider = await providerOf([], [{ ...PLAN, id: 'P-2' }]);
  expect(await provider.readSubscription('I-1', NOW)).toBeNull();
});
