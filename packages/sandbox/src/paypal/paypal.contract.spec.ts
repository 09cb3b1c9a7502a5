import type { BillingPlan, Order, PlanCollection, Subscription } from '@paypal/paypal-server-sdk';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  linkOf,
  paypalAccess,
  paypalClient,
  refusalOf,
  type PaypalAccess,
  type PaypalClient,
} from '../../test/paypal.js';
import { orderBody, paypalObjects } from '../../test/paypal-objects.js';
import { startTestSandbox, type TestSandbox } from '../../test/sandbox.js';
import type { Wire } from './wire.js';

const { PAYPAL_TEST_CLIENT_ID: clientId = '', PAYPAL_TEST_CLIENT_SECRET: clientSecret = '' } = process.env;
const REAL: PaypalAccess = { url: 'https://api-m.sandbox.paypal.com', clientId, clientSecret };

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
afterAll(() => sandbox.dispose());

/**
 * What holds for both: everything that needs no person. With the keys of an application in PayPal's own test service
 * (PAYPAL_TEST_CLIENT_ID and PAYPAL_TEST_CLIENT_SECRET) the same tests ask that service.
 */
const services: [string, () => PaypalAccess][] = [['this sandbox', () => paypalAccess(sandbox)]];
if (clientId !== '') services.push(['PayPal’s own sandbox', () => REAL]);

describe.each(services)('%s', (_name, access) => {
  let paypal: PaypalClient;
  let objects: ReturnType<typeof paypalObjects>;

  beforeAll(() => {
    paypal = paypalClient(access());
    objects = paypalObjects(paypal);
  });

  it('gives a token for client credentials alone', async () => {
    const good = await paypal.requestToken({ grant_type: 'client_credentials' });
    expect(await good.json()).toMatchObject({ token_type: 'Bearer', expires_in: expect.any(Number) });
    const wrong = await paypal.requestToken({ grant_type: 'client_credentials' }, 'Basic d3Jvbmc6d3Jvbmc=');

    expect(wrong.status).toBe(401);
    expect(await wrong.json()).toMatchObject({ error: 'invalid_client' });
  });

  it('refuses a call with a wrong token', async () => {
    const answer = await paypal.call('/v1/billing/plans', { headers: { authorization: 'Bearer wrong' } });

    expect(answer).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
  });

  it('makes a product and a plan, and lists the plan under its product', async () => {
    const { id: product } = await objects.product();
    const plan = await objects.plan({ product_id: product, name: 'pro_monthly' });

    const { body: list } = await paypal.call<Wire<PlanCollection>>(`/v1/billing/plans?product_id=${product}`);
    const { body: whole } = await paypal.call<Wire<BillingPlan>>(`/v1/billing/plans/${plan.id}`);

    expect(plan).toMatchObject({ id: expect.stringMatching(/^P-/), status: 'ACTIVE' });
    expect(list.plans?.map(({ name }) => name)).toEqual(['pro_monthly']);
    expect(whole).toMatchObject({
      product_id: product,
      billing_cycles: [
        {
          tenure_type: 'REGULAR',
          total_cycles: 0,
          frequency: { interval_unit: 'MONTH', interval_count: 1 },
          pricing_scheme: { fixed_price: { currency_code: 'USD', value: expect.stringMatching(/^9\.90?$/) } },
        },
      ],
    });
  });

  it('makes a subscription that waits for approval and can do nothing else', async () => {
    const { id } = await objects.subscribe((await objects.plan()).id);
    const { body: subscription } = await paypal.call<Wire<Subscription>>(`/v1/billing/subscriptions/${id}`);

    expect(subscription).toMatchObject({ id, status: 'APPROVAL_PENDING', custom_id: 'payment-1', quantity: '1' });
    expect(linkOf(subscription, 'approve')).toMatch(/\/webapps\/billing\/subscriptions\?ba_token=BA-/);
    const suspended = await paypal.post(`/v1/billing/subscriptions/${id}/suspend`, { reason: 'A test' });
    expect(refusalOf(suspended)).toEqual({
      status: 422,
      name: 'UNPROCESSABLE_ENTITY',
      issue: 'SUBSCRIPTION_STATUS_INVALID',
    });
  });

  it('makes one subscription of two requests with one PayPal-Request-Id', async () => {
    const { id: plan } = await objects.plan();
    const send = () =>
      paypal.post<Wire<Subscription>>('/v1/billing/subscriptions', objects.subscriptionBody(plan), {
        'paypal-request-id': requestId,
      });
    const requestId = randomUUID();

    const [first, second] = [await send(), await send()];

    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body.id).toBe(first.body.id);
  });

  it('makes an order that is not captured before approval', async () => {
    const order = await objects.order();
    const { body } = await paypal.call<Wire<Order>>(`/v2/checkout/orders/${order.id}`);

    expect(body).toMatchObject({
      id: order.id,
      intent: 'CAPTURE',
      status: 'CREATED',
      purchase_units: [
        { reference_id: 'default', amount: { currency_code: 'USD', value: '9.90' }, custom_id: 'payment-1' },
      ],
    });
    expect(linkOf(body, 'approve')).toContain(`/checkoutnow?token=${order.id}`);
    expect(refusalOf(await paypal.post(`/v2/checkout/orders/${order.id}/capture`))).toEqual({
      status: 422,
      name: 'UNPROCESSABLE_ENTITY',
      issue: 'ORDER_NOT_APPROVED',
    });
  });

  it('refuses a body that does not fit, naming the field', async () => {
    const missing = await paypal.post('/v2/checkout/orders', { ...orderBody(), intent: undefined });
    const unknown = await paypal.post('/v2/checkout/orders', orderBody({ intent: 'BUY' }));

    expect(missing).toMatchObject({
      status: 400,
      body: {
        name: 'INVALID_REQUEST',
        debug_id: expect.any(String),
        details: [{ issue: 'MISSING_REQUIRED_PARAMETER', field: '/intent' }],
      },
    });
    expect(unknown).toMatchObject({ status: 400, body: { details: [{ field: '/intent' }] } });
    expect(await paypal.call('/v2/checkout/orders', { body: '{' })).toMatchObject({
      status: 400,
      body: { details: [{ issue: 'MALFORMED_REQUEST_JSON' }] },
    });
  });

  it.each([
    ['/v1/billing/plans/P-5ML4271244454362WXNWU5NQ'],
    ['/v1/billing/subscriptions/I-BW452GLLEP1G'],
    ['/v2/checkout/orders/5O190127TN364715T'],
    ['/v2/payments/captures/2GG279541U471931P'],
    ['/v2/payments/refunds/1JU08902781691411'],
  ])('knows nothing at %s', async (path) => {
    const { status, body } = await paypal.call(path);

    expect({ status, name: body['name'] }).toEqual({ status: 404, name: 'RESOURCE_NOT_FOUND' });
    expect(body['debug_id']).toEqual(expect.any(String));
  });

  it('registers a webhook, and confirms no signature that it did not make', async () => {
    const url = `https://example.com/webhooks/${randomUUID()}`;
    const registered = await paypal.post<{ id: string; url: string }>('/v1/notifications/webhooks', {
      url,
      event_types: [{ name: 'PAYMENT.SALE.COMPLETED' }],
    });
    const { id } = registered.body;
    const forged = {
      auth_algo: 'SHA256withRSA',
      cert_url: `${access().url}/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77`,
      transmission_id: randomUUID(),
      transmission_sig: Buffer.alloc(256).toString('base64'),
      transmission_time: new Date().toISOString(),
      webhook_id: id,
      webhook_event: { id: 'WH-1', event_type: 'PAYMENT.SALE.COMPLETED' },
    };

    const verified = await paypal.post('/v1/notifications/verify-webhook-signature', forged);
    const removed = await paypal.call(`/v1/notifications/webhooks/${id}`, { method: 'DELETE' });

    expect(registered).toMatchObject({ status: 201, body: { url } });
    expect(verified.body).toEqual({ verification_status: 'FAILURE' });
    expect(removed.status).toBe(204);
  });
});
