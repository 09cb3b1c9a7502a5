import { afterEach, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { alertsOf } from '../../../../../test/support/alerts.js';
import { RefundDelayed } from '../refund-delayed.js';
import { PaypalProvider } from './paypal.provider.js';

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

type Answer = readonly [status: number, issue: string];

/** With a PayPal that answers refunds one after the other by `answers`, the last of which stays. */
const providerOf = async (...answers: Answer[]): Promise<PaypalProvider> => {
  const left = [...answers];
  server = createServer(({ url }, answer) => {
    const isToken = url === '/v1/oauth2/token';
    const [status, issue] = (left.length > 1 && !isToken ? left.shift() : left[0]) ?? [500, ''];
    const body = isToken ? { access_token: 'T', expires_in: 3_600 } : { details: [{ issue }] };
    answer.writeHead(isToken ? 200 : status, { 'content-type': 'application/json', connection: 'close' });
    answer.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return new PaypalProvider({ clientId: 'id', clientSecret: 'secret', baseUrl, webhookUrl: '', brand: '' }, 2_500);
};

test.each([
  [422, 'CAPTURE_FULLY_REFUNDED', true],
  [422, 'REFUND_TIME_LIMIT_EXCEEDED', false],
  [404, 'INVALID_RESOURCE_ID', false],
])('a refund answered by %d %s is made: %s', async (status, issue, isMade) => {
  const provider = await providerOf([status, issue]);
  expect(await provider.refund('1', 'refund:1')).toBe(isMade);
});

test('a refund that is being made for another request is not refused: its end is not known yet', async () => {
  const provider = await providerOf([409, 'PREVIOUS_REQUEST_IN_PROGRESS']);
  await expect(provider.refund('1', 'refund:1')).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
});

const SHORT = [422, 'REFUND_FAILED_INSUFFICIENT_FUNDS'] as const;
test.each([SHORT, [422, 'REFUND_FUNDS_NOT_AVAILABLE'] as const])(
  'a refund answered by %d %s, for which the account has no money, is delayed and not refused',
  async (status, issue) => {
    const refund = (await providerOf([status, issue])).refund('1', 'refund:1');
    await expect(refund).rejects.toBeInstanceOf(RefundDelayed);
  },
);

test('refunds without money alert the operator once, until one is made', async () => {
  const before = await alertsOf('paypal_balance');
  const provider = await providerOf(SHORT, SHORT, [201, ''], SHORT);
  const alerted: number[] = [];
  for (let tries = 0; tries < 4; tries += 1) {
    await provider.refund('1', 'refund:1').catch(() => undefined);
    alerted.push((await alertsOf('paypal_balance')) - before);
  }
  expect(alerted).toEqual([1, 1, 1, 2]);
});
