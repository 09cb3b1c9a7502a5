import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { linkOf, paypalAccess, paypalClient, refusalOf, type PaypalClient } from '../../../test/paypal.js';
import { orderBody, paypalObjects } from '../../../test/paypal-objects.js';
import { startTestSandbox, type TestSandbox } from '../../../test/sandbox.js';
import { approveAtPaypal } from '../pages/visit.js';

let sandbox: TestSandbox;
let paypal: PaypalClient;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  paypal = paypalClient(paypalAccess(sandbox));
});
afterAll(() => sandbox.dispose());

const ORDERS = '/v2/checkout/orders';
const newToken = async () => {
  const answer = await paypal.requestToken({ grant_type: 'client_credentials' });
  return ((await answer.json()) as { access_token: string }).access_token;
};

describe('PayPal-Request-Id', () => {
  it('makes one order of two requests, the second answered with 200', async () => {
    const headers = { 'paypal-request-id': 'order-1' };
    const first = await paypal.post(ORDERS, orderBody(), headers);
    const second = await paypal.post(ORDERS, orderBody(), headers);

    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
  });

  it('makes one order of two requests at the same time', async () => {
    const text = JSON.stringify(orderBody());
    const headers = {
      authorization: `Bearer ${await newToken()}`,
      'content-type': 'application/json',
      'paypal-request-id': 'order-2',
      'content-length': text.length,
    };
    // The first is still being sent while the second arrives whole.
    const first = request(`${paypalAccess(sandbox).url}${ORDERS}`, { method: 'POST', headers });
    const firstAnswer = once(first, 'response') as Promise<[IncomingMessage]>;
    await new Promise<unknown>((resolve) => first.write(text.slice(0, 10), resolve));
    const secondAnswer = paypal.post<{ id: string }>(ORDERS, orderBody(), { 'paypal-request-id': 'order-2' });
    // Long enough for an answer to the second, which would be too early.
    await Promise.race([secondAnswer, sleep(500)]);
    first.end(text.slice(10));

    const [response] = await firstAnswer;
    const { id } = (await json(response)) as { id: string };
    const second = await secondAnswer;

    expect(second.body.id).toBe(id);
    expect([response.statusCode, second.status].toSorted()).toEqual([200, 201]);
  });

  it('takes the money of an order once', async () => {
    const order = await paypalObjects(paypal).order();
    await approveAtPaypal(linkOf(order, 'approve'));
    const capture = (id: string) => paypal.post(`${ORDERS}/${order.id}/capture`, {}, { 'paypal-request-id': id });

    expect((await capture('capture-1')).status).toBe(201);
    expect((await capture('capture-1')).status).toBe(200);
    expect(refusalOf(await capture('capture-2'))).toMatchObject({ status: 422, issue: 'ORDER_ALREADY_CAPTURED' });
  });

  it('remembers no refusal: the same request may succeed later', async () => {
    const order = await paypalObjects(paypal).order();
    const capture = () => paypal.post(`${ORDERS}/${order.id}/capture`, {}, { 'paypal-request-id': 'capture-3' });
    expect(refusalOf(await capture())).toMatchObject({ issue: 'ORDER_NOT_APPROVED' });

    await approveAtPaypal(linkOf(order, 'approve'));

    expect((await capture()).status).toBe(201);
  });

  it('counts for one address only', async () => {
    const headers = { 'paypal-request-id': 'same' };
    const product = await paypal.post('/v1/catalogs/products', { name: 'Lumina' }, headers);
    const order = await paypal.post(ORDERS, orderBody(), headers);

    expect([product.status, order.status]).toEqual([201, 201]);
  });
});
