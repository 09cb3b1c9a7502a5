import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createVerify, X509Certificate } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { paypalAccess, paypalClient, refusalOf, type PaypalClient } from '../../../test/paypal.js';
import { paypalObjects } from '../../../test/paypal-objects.js';
import { startReceiver, type ReceivedWebhook, type Receiver } from '../../../test/receiver.js';
import { startTestSandbox, type TestSandbox } from '../../../test/sandbox.js';
import type { Link } from '../links.js';

let sandbox: TestSandbox;
let paypal: PaypalClient;
let objects: ReturnType<typeof paypalObjects>;
let receiver: Receiver;

const WEBHOOKS = '/v1/notifications/webhooks';
const ALL = [{ name: '*' }];

beforeAll(async () => {
  sandbox = await startTestSandbox();
});
beforeEach(async () => {
  paypal = paypalClient(paypalAccess(sandbox));
  objects = paypalObjects(paypal);
  receiver = await startReceiver();
  await sandbox.control('paypal', { firstPaymentDelayMs: 0 });
  await sandbox.control('paypal/webhooks', { delayMs: 0, retryMs: [1] });
});
afterEach(async () => {
  sandbox.reset();
  await receiver.close();
});
afterAll(() => sandbox.dispose());

const register = async (names = ALL, url = receiver.url) =>
  (await paypal.post<{ id: string }>(WEBHOOKS, { url, event_types: names })).body.id;
const flush = () => sandbox.control('paypal/webhooks/flush', {});
const eventOf = ({ body }: ReceivedWebhook) =>
  JSON.parse(body) as { id: string; event_type: string; resource: Record<string, unknown> };
const buy = async () => {
  await objects.activeSubscription((await objects.plan()).id);
  await flush();
};
const verify = async (webhookId: string, { headers, body }: ReceivedWebhook, changes: Record<string, string> = {}) => {
  const fields = {
    auth_algo: headers['paypal-auth-algo'],
    cert_url: headers['paypal-cert-url'],
    transmission_id: headers['paypal-transmission-id'],
    transmission_sig: headers['paypal-transmission-sig'],
    transmission_time: headers['paypal-transmission-time'],
    webhook_id: webhookId,
    ...changes,
  };
  // The event goes back as it came: to write it again could change its bytes.
  const text = `${JSON.stringify(fields).slice(0, -1)},"webhook_event":${body}}`;
  const answer = await paypal.call('/v1/notifications/verify-webhook-signature', { body: text });
  return answer.body['verification_status'];
};
const firstDelivery = (): ReceivedWebhook => {
  const [first] = receiver.received;
  if (!first) throw new Error('Nothing was delivered');
  return first;
};

describe('a delivery', () => {
  it('is signed over its bytes, for a certificate that is fetched from its address', async () => {
    const webhookId = await register();
    await buy();

    const { headers, body } = firstDelivery();
    const [id, time] = [headers['paypal-transmission-id'], headers['paypal-transmission-time']];
    const pem = await (await fetch(String(headers['paypal-cert-url']))).text();
    const check = createVerify('RSA-SHA256').update(
      `${String(id)}|${String(time)}|${webhookId}|${crc32(Buffer.from(body))}`,
    );
    const key = new X509Certificate(pem).publicKey;
    expect(check.verify(key, String(headers['paypal-transmission-sig']), 'base64')).toBe(true);
    expect(headers['paypal-auth-algo']).toBe('SHA256withRSA');
  });

  it('is confirmed by PayPal’s own call', async () => {
    const webhookId = await register();
    await buy();

    expect(await verify(webhookId, firstDelivery())).toBe('SUCCESS');
  });

  it('is not confirmed when anything of it was changed', async () => {
    const webhookId = await register();
    const other = await register(ALL, `${receiver.url}/other`);
    await buy();
    const delivery = receiver.received.find(({ path, body }) => path === '/webhook' && body.includes('SALE.COMPLETED'));
    if (!delivery) throw new Error('The sale was not delivered');

    expect(await verify(webhookId, delivery)).toBe('SUCCESS');

    expect(await verify(webhookId, delivery, { transmission_time: '2026-01-01T00:00:00Z' })).toBe('FAILURE');
    expect(await verify(webhookId, delivery, { transmission_sig: 'AAAA' })).toBe('FAILURE');
    expect(await verify(webhookId, delivery, { auth_algo: 'SHA1withRSA' })).toBe('FAILURE');
    expect(await verify(webhookId, delivery, { cert_url: 'https://evil.example/cert' })).toBe('FAILURE');
    expect(await verify(webhookId, { ...delivery, body: delivery.body.replace('9.90', '0.01') })).toBe('FAILURE');
    expect(await verify(webhookId, { ...delivery, body: JSON.stringify(JSON.parse(delivery.body), null, 2) })).toBe(
      'FAILURE',
    );
    expect(await verify(other, delivery)).toBe('FAILURE');
    expect(await verify('unknown', delivery)).toBe('FAILURE');
    await paypal.call(`${WEBHOOKS}/${webhookId}`, { method: 'DELETE' });
    expect(await verify(webhookId, delivery)).toBe('FAILURE');
  });

  it('tells of a subscription what happened, in the form of each event', async () => {
    await register();
    await buy();

    const events = receiver.received.map(eventOf);
    const typed = (type: string) => events.find(({ event_type }) => event_type === type)?.resource;
    expect(typed('BILLING.SUBSCRIPTION.CREATED')).toMatchObject({ status: 'APPROVAL_PENDING', custom_id: 'payment-1' });
    const active = typed('BILLING.SUBSCRIPTION.ACTIVATED');
    expect(active).toMatchObject({ status: 'ACTIVE' });
    expect(typed('PAYMENT.SALE.COMPLETED')).toMatchObject({
      state: 'completed',
      amount: { total: '9.90', currency: 'USD' },
      billing_agreement_id: active?.['id'],
      custom: 'payment-1',
    });
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });

  it('goes only to endpoints that ask for its type', async () => {
    await register([{ name: 'PAYMENT.SALE.COMPLETED' }]);
    await buy();

    expect(receiver.received.map((one) => eventOf(one).event_type)).toEqual(['PAYMENT.SALE.COMPLETED']);
  });

  it('is signed anew when it is sent again, with the same event', async () => {
    const webhookId = await register([{ name: 'PAYMENT.SALE.COMPLETED' }]);
    await buy();
    const first = eventOf(firstDelivery());

    const answer = await paypal.post(`/v1/notifications/webhooks-events/${first.id}/resend`);
    await flush();

    expect(answer.status).toBe(202);
    const [one, two] = receiver.received;
    expect(two?.body).toBe(one?.body);
    expect(two?.headers['paypal-transmission-id']).not.toBe(one?.headers['paypal-transmission-id']);
    expect(two && (await verify(webhookId, two))).toBe('SUCCESS');
  });

  it('that is lost is known to PayPal all the same', async () => {
    await register();
    await sandbox.control('paypal/webhooks', { mode: 'lost' });
    await buy();
    expect(receiver.received).toEqual([]);

    const { body } = await paypal.call('/v1/notifications/webhooks-events?event_type=PAYMENT.SALE.COMPLETED');

    expect(body).toMatchObject({ count: 1, events: [{ event_type: 'PAYMENT.SALE.COMPLETED' }] });
    expect(await sandbox.control('paypal/deliveries')).toContainEqual(
      expect.objectContaining({ eventType: 'PAYMENT.SALE.COMPLETED', state: 'lost' }),
    );
  });
});

describe('the list of events', () => {
  it('names its next page until the last one', async () => {
    await register();
    await buy();
    const all = (await paypal.call('/v1/notifications/webhooks-events?page_size=100')).body;
    const ids: string[] = [];
    for (let path: string | undefined = '/v1/notifications/webhooks-events?page_size=1'; path !== undefined;) {
      const { events, links } = (await paypal.call(path)).body as { events: { id: string }[]; links: Link[] };
      ids.push(...events.map(({ id }) => id));
      const next = links.find(({ rel }) => rel === 'next')?.href;
      path = next?.slice(next.indexOf('/v1/'));
    }
    expect(ids.length).toBeGreaterThan(1);
    expect(all).toMatchObject({ count: ids.length, events: ids.map((id) => ({ id })) });
  });
});

describe('a registered webhook', () => {
  it('is listed, changed and removed', async () => {
    const id = await register([{ name: 'PAYMENT.SALE.COMPLETED' }]);
    expect((await paypal.call(WEBHOOKS)).body).toMatchObject({ webhooks: [{ id, url: receiver.url }] });

    const patch = [{ op: 'replace', path: '/event_types', value: [{ name: 'PAYMENT.SALE.REFUNDED' }] }];
    await paypal.call(`${WEBHOOKS}/${id}`, { method: 'PATCH', body: patch });

    expect((await paypal.call(`${WEBHOOKS}/${id}`)).body).toMatchObject({
      event_types: [{ name: 'PAYMENT.SALE.REFUNDED' }],
    });
    expect((await paypal.call(`${WEBHOOKS}/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(refusalOf(await paypal.call(`${WEBHOOKS}/${id}`))).toMatchObject({
      status: 404,
      name: 'INVALID_RESOURCE_ID',
    });
  });

  it('is one for each address', async () => {
    await register();

    const answer = await paypal.post(WEBHOOKS, { url: receiver.url, event_types: ALL });

    expect(refusalOf(answer)).toMatchObject({ status: 400, name: 'WEBHOOK_URL_ALREADY_EXISTS' });
  });

  it.each([
    [{ url: 'http://shop.example/hook', event_types: ALL }, 'Not a valid webhook URL'],
    [{ url: 'not a url', event_types: ALL }, 'Not a valid webhook URL'],
    [{ url: 'https://shop.example/hook', event_types: [{ name: 'MADE.UP' }] }, 'Not a valid event type: MADE.UP'],
    [{ url: 'https://shop.example/hook', event_types: [] }, 'INVALID_ARRAY_MIN_ITEMS'],
  ])('is refused with %j', async (body, issue) => {
    expect(refusalOf(await paypal.post(WEBHOOKS, body))).toEqual({ status: 400, name: 'VALIDATION_ERROR', issue });
  });
});
