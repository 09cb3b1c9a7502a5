import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Stripe } from 'stripe';
import {
  advance,
  CARD,
  createPayingCustomer,
  createPrice,
  eventTypes,
  idOf,
  lastEvent,
  startStripe,
  type StripeTarget,
} from '../../../test/stripe.js';

let target: StripeTarget;
let stripe: Stripe;
const control = (path: string, body: object = {}) => target.sandbox.control(`stripe${path}`, body);
const freeze = (at: string) => target.sandbox.control('clock/freeze', { at });

beforeAll(async () => {
  target = await startStripe();
  stripe = target.stripe;
});
afterEach(() => target.sandbox.control('reset', {}));
afterAll(() => target.dispose());

async function subscribe(price: Partial<Stripe.PriceCreateParams> = {}, card = 'pm_card_visa') {
  const customer = await createPayingCustomer(stripe, card);
  const { id } = await createPrice(stripe, price);
  return stripe.subscriptions.create({ customer: customer.id, items: [{ price: id }] });
}
const invoicesOf = async (subscription: Stripe.Subscription) =>
  (await stripe.invoices.list({ subscription: subscription.id, limit: 100 })).data.reverse();
const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);
const setCard = async (subscription: Stripe.Subscription, outcome: string) => {
  const customer = await stripe.customers.retrieve(idOf(subscription.customer));
  if (customer.deleted) throw new Error('deleted');
  await control('/cards', { payment_method: customer.invoice_settings.default_payment_method, outcome });
};

describe('a renewal', () => {
  it('starts the next period at once, and takes the money an hour later', async () => {
    await freeze('2027-01-10T12:00:00Z');
    const subscription = await subscribe();
    const since = await lastEvent(stripe);
    await advance(target.sandbox, 31);

    expect((await invoicesOf(subscription)).map(({ status, billing_reason: reason }) => [reason, status])).toEqual([
      ['subscription_create', 'paid'],
      ['subscription_cycle', 'draft'],
    ]);
    expect((await stripe.subscriptions.retrieve(subscription.id)).items.data[0]?.current_period_end).toBe(
      Date.parse('2027-03-10T12:00:00Z') / 1000,
    );
    await advance(target.sandbox, 1 / 24);

    expect((await invoicesOf(subscription)).map(({ status }) => status)).toEqual(['paid', 'paid']);
    expect(await eventTypes(stripe, since)).toEqual([
      'customer.subscription.updated',
      'invoice.created',
      'invoice.finalized',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'invoice_payment.paid',
      'invoice.paid',
      'invoice.payment_succeeded',
    ]);
  });

  it('comes thirteen times in thirteen months that are turned at once, each in its time', async () => {
    await freeze('2027-01-31T12:00:00Z');
    const subscription = await subscribe();
    await advance(target.sandbox, 400);

    const invoices = await invoicesOf(subscription);
    expect(invoices.map(({ lines }) => day(lines.data[0]?.period.start ?? 0))).toEqual([
      '2027-01-31',
      '2027-02-28',
      '2027-03-31',
      '2027-04-30',
      '2027-05-31',
      '2027-06-30',
      '2027-07-31',
      '2027-08-31',
      '2027-09-30',
      '2027-10-31',
      '2027-11-30',
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
    ]);
    expect(invoices.every(({ status, amount_paid: paid }) => status === 'paid' && paid === 999)).toBe(true);
    expect(new Set(invoices.map(({ number }) => number)).size).toBe(invoices.length);
    const [first, second] = invoices;
    expect((second?.status_transitions.paid_at ?? 0) - (first?.lines.data[0]?.period.end ?? 0)).toBe(3600);
  });

  it('of a year comes after a year', async () => {
    await freeze('2028-02-29T12:00:00Z');
    const subscription = await subscribe({ recurring: { interval: 'year' }, unit_amount: 9999 });
    await advance(target.sandbox, 370);

    expect((await invoicesOf(subscription)).map(({ lines }) => day(lines.data[0]?.period.end ?? 0))).toEqual([
      '2029-02-28',
      '2030-02-28',
    ]);
  });
});

describe('a renewal that fails', () => {
  it('makes the subscription past due, is tried again, and ends it after the last attempt', async () => {
    await freeze('2027-01-10T12:00:00Z');
    const subscription = await subscribe();
    await setCard(subscription, 'insufficient_funds');
    await advance(target.sandbox, 31.1);

    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'past_due' });
    const invoice = (await invoicesOf(subscription)).at(-1);
    expect(invoice).toMatchObject({ status: 'open', attempt_count: 1, attempted: true });
    expect((invoice?.next_payment_attempt ?? 0) - (invoice?.status_transitions.finalized_at ?? 0)).toBe(3 * 86_400);
    const since = await lastEvent(stripe);
    await advance(target.sandbox, 16);

    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
    expect((await eventTypes(stripe, since)).filter((type) => type !== 'charge.failed')).toEqual([
      'payment_intent.payment_failed',
      'invoice.payment_failed',
      'payment_intent.payment_failed',
      'invoice.payment_failed',
      'payment_intent.payment_failed',
      'invoice.payment_failed',
      'invoice.updated',
      'customer.subscription.deleted',
    ]);
  });

  it('recovers when an attempt succeeds', async () => {
    const subscription = await subscribe();
    await setCard(subscription, 'generic_decline');
    await advance(target.sandbox, 32);
    await setCard(subscription, 'success');
    await advance(target.sandbox, 3);

    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' });
    expect((await invoicesOf(subscription)).map(({ status }) => status)).toEqual(['paid', 'paid']);
  });

  it('is tried no more while its automatic collection is off', async () => {
    const subscription = await subscribe();
    await setCard(subscription, 'generic_decline');
    await advance(target.sandbox, 32);
    const id = (await invoicesOf(subscription)).at(-1)?.id ?? '';
    expect(await stripe.invoices.update(id, { auto_advance: false })).toMatchObject({ next_payment_attempt: null });
    await expect(stripe.invoices.pay(id)).rejects.toMatchObject({ code: 'card_declined' });
    await setCard(subscription, 'success');
    await advance(target.sandbox, 20);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'past_due' });

    await stripe.invoices.update(id, { auto_advance: true });
    await advance(target.sandbox, 6);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' });
  });

  it('recovers when a person pays on the page of the invoice', async () => {
    const subscription = await subscribe();
    await setCard(subscription, 'generic_decline');
    await advance(target.sandbox, 32);
    const invoice = (await invoicesOf(subscription)).at(-1);
    expect(await (await fetch(invoice?.hosted_invoice_url ?? '')).text()).toContain('$9.99');
    const answer = await target.submit(invoice?.hosted_invoice_url ?? '', CARD);

    expect(answer.status).toBe(303);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' });
  });

  it.each(['unpaid', 'past_due'])('can leave the subscription %s', async (afterRetries) => {
    await control('', { afterRetries });
    const subscription = await subscribe();
    await setCard(subscription, 'generic_decline');
    await advance(target.sandbox, 50);

    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: afterRetries });
  });

  it('asks for the holder when the bank wants to see them', async () => {
    const subscription = await subscribe();
    await setCard(subscription, 'authenticate');
    await advance(target.sandbox, 32);

    const invoice = (
      await stripe.invoices.list({
        subscription: subscription.id,
        limit: 1,
        expand: ['data.payments.data.payment.payment_intent'],
      })
    ).data[0];
    const intent = invoice?.payments?.data[0]?.payment.payment_intent as Stripe.PaymentIntent;
    expect(intent.last_payment_error).toMatchObject({ code: 'authentication_required' });
    const { location } = await target.submit(invoice?.hosted_invoice_url ?? '', {
      ...CARD,
      number: '4000002760003184',
    });
    await target.submit(location ?? '', { decision: 'confirm' });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' });
  });
});

describe('an ending', () => {
  it('at the end of the period lets the period end, and can be taken back until then', async () => {
    const subscription = await subscribe();
    const end = subscription.items.data[0]?.current_period_end;
    const cancelled = await stripe.subscriptions.update(subscription.id, {
      cancel_at_period_end: true,
      cancellation_details: { comment: 'too dear', feedback: 'too_expensive' },
    });
    expect(cancelled).toMatchObject({
      status: 'active',
      cancel_at_period_end: true,
      cancel_at: end,
      canceled_at: expect.any(Number),
      cancellation_details: { comment: 'too dear', feedback: 'too_expensive', reason: 'cancellation_requested' },
    });
    expect(await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false })).toMatchObject({
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
    });
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await advance(target.sandbox, 32);

    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'canceled', ended_at: end });
    expect(await invoicesOf(subscription)).toHaveLength(1);
  });

  it('now ends it at once, for good', async () => {
    const subscription = await subscribe();
    const cancelled = await stripe.subscriptions.cancel(subscription.id, { cancellation_details: { comment: 'bye' } });

    expect(cancelled).toMatchObject({
      status: 'canceled',
      ended_at: expect.any(Number),
      cancellation_details: { comment: 'bye' },
    });
    await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    await expect(stripe.subscriptions.update(subscription.id, { description: 'x' })).rejects.toThrow(
      'A canceled subscription',
    );
    expect((await stripe.subscriptions.list({ customer: idOf(subscription.customer) })).data).toEqual([]);
  });

  it('comes by itself to a subscription whose first payment is never made', async () => {
    const customer = await createPayingCustomer(stripe);
    const { id: price } = await createPrice(stripe);
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price }],
      payment_behavior: 'default_incomplete',
      expand: ['latest_invoice.confirmation_secret'],
    });
    expect(subscription).toMatchObject({
      status: 'incomplete',
      latest_invoice: { status: 'open', confirmation_secret: { client_secret: expect.stringContaining('_secret_') } },
    });
    await advance(target.sandbox, 1);

    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'incomplete_expired' });
    expect((await invoicesOf(subscription)).map(({ status }) => status)).toEqual(['void']);
  });

  it('comes to checkout sessions after a day', async () => {
    const { id: price } = await createPrice(stripe);
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price }],
      success_url: 'http://127.0.0.1/ok',
    });
    await advance(target.sandbox, 1.01);

    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired' });
    expect(await eventTypes(stripe)).toContain('checkout.session.expired');
  });
});
