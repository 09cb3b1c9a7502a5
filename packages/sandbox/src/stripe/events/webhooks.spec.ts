import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import StripeClient, { type Stripe } from 'stripe';
import { startStripe, type StripeTarget } from '../../../test/stripe.js';
import { receiveWebhooks, type WebhookReceiver } from '../../../test/webhooks.js';

let target: StripeTarget;
let receiver: WebhookReceiver;
const control = (path: string, body: object = {}) => target.sandbox.control(`stripe${path}`, body);
const drain = () => control('/deliveries/drain');
const secret = () => target.sandbox.environment().STRIPE_WEBHOOK_SECRET ?? '';
const eventOf = ({ body }: { body: string }) => JSON.parse(body) as Stripe.Event;
const nameOf = (webhook: { body: string }) => (eventOf(webhook).data.object as Stripe.Customer).name;

beforeAll(async () => {
  target = await startStripe();
});
beforeEach(async () => {
  receiver = await receiveWebhooks();
  await control('', { webhookUrl: receiver.url, webhookMode: 'normal', webhookDelayMs: 60_000 });
});
afterEach(async () => {
  await control('', { webhookUrl: null });
  await receiver.close();
});
afterAll(() => target.dispose());

describe('webhooks', () => {
  it('are signed so that the client library accepts them', async () => {
    const customer = await target.stripe.customers.create({ name: 'Ada' });
    await drain();

    const [webhook] = receiver.received;
    const event = StripeClient.webhooks.constructEvent(
      webhook?.body ?? '',
      String(webhook?.headers['stripe-signature']),
      secret(),
    );
    expect(event).toMatchObject({
      type: 'customer.created',
      api_version: '2026-10-28.endive',
      data: { object: { id: customer.id } },
    });
    expect(() =>
      StripeClient.webhooks.constructEvent(`${webhook?.body} `, String(webhook?.headers['stripe-signature']), secret()),
    ).toThrow('No signatures found');
    expect((await target.stripe.events.retrieve(event.id)).request?.id).toMatch(/^req_/);
  });

  it('come without being asked for', async () => {
    await target.stripe.customers.create({ name: 'Ada' });
    const deadline = Date.now() + 30_000;
    while (receiver.received.length === 0 && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 50));

    expect(receiver.received.map(nameOf)).toEqual(['Ada']);
  });

  it('come again when the application fails', async () => {
    receiver.answers.push(500);
    await target.stripe.customers.create({ name: 'Ada' });
    await drain();
    await drain();

    expect(receiver.received.map((webhook) => eventOf(webhook).id)).toEqual([
      eventOf(receiver.received[0]!).id,
      eventOf(receiver.received[0]!).id,
    ]);
    expect(await target.sandbox.control('stripe/deliveries')).toContainEqual(
      expect.objectContaining({
        event: eventOf(receiver.received[0]!).id,
        status: 'delivered',
        attempts: 2,
        answer: 200,
      }),
    );
  });

  it('come twice', async () => {
    await control('', { webhookMode: 'twice' });
    await target.stripe.customers.create({ name: 'Ada' });
    await drain();

    expect(receiver.received.map(nameOf)).toEqual(['Ada', 'Ada']);
    expect(new Set(receiver.received.map((webhook) => eventOf(webhook).id)).size).toBe(1);
  });

  it('come late', async () => {
    await control('', { webhookMode: 'late', webhookDelayMs: 60_000 });
    await target.stripe.customers.create({ name: 'Ada' });

    expect(await target.sandbox.control('stripe/deliveries')).toContainEqual(
      expect.objectContaining({ type: 'customer.created', status: 'waiting', attempts: 0 }),
    );
    await drain();
    expect(receiver.received.map(nameOf)).toEqual(['Ada']);
  });

  it('come in the opposite order', async () => {
    await control('', { webhookMode: 'shuffled', webhookDelayMs: 1000 });
    for (const name of ['first', 'second', 'third']) await target.stripe.customers.create({ name });
    await drain();

    expect(receiver.received.map(nameOf)).toEqual(['third', 'second', 'first']);
  });

  it('are lost, and can be sent after all, also under a new id', async () => {
    await control('', { webhookMode: 'lost' });
    await target.stripe.customers.create({ name: 'Ada' });
    await drain();
    expect(receiver.received).toEqual([]);
    const [event] = (await target.stripe.events.list({ type: 'customer.created', limit: 1 })).data;

    await control(`/events/${event?.id}/resend`);
    await drain();
    await control(`/events/${event?.id}/resend`, { asNew: true });
    await drain();

    expect(receiver.received.map(nameOf)).toEqual(['Ada', 'Ada']);
    expect(eventOf(receiver.received[0]!).id).toBe(event?.id);
    expect(eventOf(receiver.received[1]!).id).not.toBe(event?.id);
  });

  it('go to endpoints that were created by a call, by their own secret and for their events alone', async () => {
    await control('', { webhookUrl: null });
    const endpoint = await target.stripe.webhookEndpoints.create({
      url: receiver.url,
      enabled_events: ['product.created'],
    });
    await target.stripe.customers.create({ name: 'Ada' });
    await target.stripe.products.create({ name: 'Pro' });
    await drain();

    expect(receiver.received.map((webhook) => eventOf(webhook).type)).toEqual(['product.created']);
    const [webhook] = receiver.received;
    StripeClient.webhooks.constructEvent(
      webhook?.body ?? '',
      String(webhook?.headers['stripe-signature']),
      endpoint.secret ?? '',
    );
    expect(await target.stripe.webhookEndpoints.retrieve(endpoint.id)).not.toHaveProperty('secret');
    expect(await target.stripe.webhookEndpoints.del(endpoint.id)).toMatchObject({ deleted: true });
  });
});
