import { afterEach, expect, test } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PaypalProvider } from './paypal.provider.js';

let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

/** With a PayPal that answers refunds by `status` and `issue`. */
const providerOf = async (status: number, issue: string): Promise<PaypalProvider> => {
  server = createServer(({ url }, answer) => {
    const isToken = url === '/v1/oauth2/token';
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
  const provider = await providerOf(status, issue);
  expect(await provider.refund('1', 'refund:1')).toBe(isMade);
});

test('a refund that is being made for another request is not refused: its end is not known yet', async () => {
  const provider = await providerOf(409, 'PREVIOUS_REQUEST_IN_PROGRESS');
  await expect(provider.refund('1', 'refund:1')).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
});
