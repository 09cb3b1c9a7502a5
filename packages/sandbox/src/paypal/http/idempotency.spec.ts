import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Hono } from 'hono';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkOf, paypalAccess, paypalClient, refusalOf, type PaypalClient } from '../../../test/paypal.js';
import { orderBody, paypalObjects } from '../../../test/paypal-objects.js';
import { startTestSandbox, type TestSandbox } from '../../../test/sandbox.js';
import type { SandboxEnv } from '../../kit/provider.js';
import { openSlice } from '../../kit/store.js';
import { approveAtPaypal } from '../pages/visit.js';
import { answerSlice, replayAnswers } from './idempotency.js';

let sandbox: TestSandbox;
let paypal: PaypalClient;

beforeAll(async () => {
  sandbox = await startTestSandbox();
  paypal = paypalClient(paypalAccess(sandbox));
});
afterAll(() => sandbox.dispose());

const ORDERS = '/v2/checkout/orders';

describe('PayPal-Request-Id', () => {
  it('makes one order of two requests, the second answered with 200', async () => {
    const headers = { 'paypal-request-id': 'order-1' };
    const first = await paypal.post(ORDERS, orderBody(), headers);
    const second = await paypal.post(ORDERS, orderBody(), headers);

    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
  });

  it('makes a second request of the same id wait for the first', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'answers-spec-'));
    const answers = openSlice(dir, { ...answerSlice, writeDelayMs: 3_600_000 }, () => undefined);
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let made = 0;
    const app = new Hono<SandboxEnv>();
    app.post(ORDERS, replayAnswers(answers), async (c) => {
      made += 1;
      await released;
      return c.json({ made }, 201);
    });
    const send = () => app.request(ORDERS, { method: 'POST', headers: { 'paypal-request-id': 'order-2' } });

    const both = Promise.all([send(), send()]);
    await new Promise((resolve) => setImmediate(resolve));
    release();
    const statuses = (await both).map(({ status }) => status);

    expect({ made, statuses }).toEqual({ made: 1, statuses: [201, 200] });
    answers.flush();
    await rm(dir, { recursive: true });
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
