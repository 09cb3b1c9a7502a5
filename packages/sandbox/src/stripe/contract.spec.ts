import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import StripeClient, { type Stripe } from 'stripe';
import { clientFor, createPayingCustomer, createPrice, idOf } from '../../test/stripe.js';
import { startTestSandbox } from '../../test/sandbox.js';

/**
 * What an application relies on, by the client library. The suite always runs against the sandbox, and also against
 * Stripe's own test mode when STRIPE_TEST_SECRET_KEY holds a key (`sk_test_…`): then it shows where the two differ.
 */
const realKey = process.env.STRIPE_TEST_SECRET_KEY;
const startSandboxClient = async () => {
  const sandbox = await startTestSandbox();
  return {
    stripe: clientFor(sandbox),
    stranger: clientFor(sandbox, 'sk_test_wrong'),
    dispose: () => sandbox.dispose(),
  };
};
const startRealClient = async () => ({
  stripe: new StripeClient(realKey ?? ''),
  stranger: new StripeClient('sk_test_wrong'),
  dispose: async () => undefined,
});
const services: [string, () => ReturnType<typeof startSandboxClient>][] = [['the sandbox', startSandboxClient]];
if (realKey) services.push(["Stripe's test mode", startRealClient]);

describe.each(services)('%s', (_, start) => {
  let service: Awaited<ReturnType<typeof startSandboxClient>>;
  let stripe: Stripe;
  beforeAll(async () => {
    service = await start();
    stripe = service.stripe;
  });
  afterAll(() => service.dispose());

  it('refuses a wrong key', async () => {
    await expect(service.stranger.customers.list()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
      message: expect.stringMatching(/^Invalid API Key provided: sk_test_\*+rong$/),
    });
  });

  it('creates, changes and deletes customers', async () => {
    const customer = await stripe.customers.create({ email: 'ada@example.com', metadata: { user: '1', kind: 'a' } });
    expect(customer).toMatchObject({ object: 'customer', livemode: false, balance: 0, delinquent: false });
    const changed = await stripe.customers.update(customer.id, { name: 'Ada', metadata: { kind: '' } });
    expect(changed).toMatchObject({ name: 'Ada', email: 'ada@example.com', metadata: { user: '1' } });

    expect(await stripe.customers.del(customer.id)).toEqual({ id: customer.id, object: 'customer', deleted: true });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
    await expect(stripe.customers.update(customer.id, { name: 'x' })).rejects.toMatchObject({
      code: 'resource_missing',
    });
  });

  it('finds prices by their lookup keys, which move on request alone', async () => {
    const key = `pro_${randomUUID()}`;
    const first = await createPrice(stripe, { lookup_key: key });
    await expect(createPrice(stripe, { lookup_key: key })).rejects.toThrow('already uses that lookup key');
    const second = await createPrice(stripe, { lookup_key: key, unit_amount: 1099, transfer_lookup_key: true });

    const found = await stripe.prices.list({ lookup_keys: [key], expand: ['data.product'] });
    expect(found.data).toEqual([
      expect.objectContaining({ id: second.id, product: expect.objectContaining({ name: 'Pro' }) }),
    ]);
    expect((await stripe.prices.retrieve(first.id)).lookup_key).toBeNull();
    expect(second.unit_amount_decimal?.toString()).toBe('1099');
  });

  it('saves cards, one by one, until they are detached', async () => {
    const customer = await createPayingCustomer(stripe);
    const other = await stripe.paymentMethods.attach('pm_card_mastercard', { customer: customer.id });
    const methods = await stripe.customers.listPaymentMethods(customer.id, { type: 'card' });
    expect(methods.data.map(({ card }) => card?.brand)).toEqual(['mastercard', 'visa']);

    expect((await stripe.paymentMethods.detach(other.id)).customer).toBeNull();
    await expect(stripe.paymentMethods.attach(other.id, { customer: customer.id })).rejects.toThrow(
      'may not be used again',
    );
    await expect(
      stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: customer.id }),
    ).rejects.toMatchObject({
      type: 'StripeCardError',
      code: 'card_declined',
    });
  });

  it('opens a page that saves a card, given its currency', async () => {
    const { id: customer } = await stripe.customers.create({});
    const open = (currency?: string) =>
      stripe.checkout.sessions.create({
        mode: 'setup',
        customer,
        success_url: 'https://example.com/cards',
        ...(currency !== undefined && { currency }),
      });
    expect(await open('usd')).toMatchObject({
      mode: 'setup',
      status: 'open',
      currency: 'usd',
      setup_intent: expect.stringMatching(/^seti_/),
    });
    await expect(open()).rejects.toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
  });

  it('takes a payment, or says why not', async () => {
    const customer = await createPayingCustomer(stripe);
    const pay = (payment_method: string) =>
      stripe.paymentIntents.create({
        amount: 999,
        currency: 'usd',
        customer: customer.id,
        payment_method,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        confirm: true,
      });

    expect(await pay('pm_card_visa')).toMatchObject({ status: 'succeeded', amount_received: 999 });
    expect(await pay('pm_card_authenticationRequired')).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    });
    await expect(pay('pm_card_visa_chargeDeclinedInsufficientFunds')).rejects.toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      payment_intent: { status: 'requires_payment_method', last_payment_error: { decline_code: 'insufficient_funds' } },
    });
  });

  it('refunds part of a payment, then the rest, then nothing', async () => {
    const { id: intent } = await stripe.paymentIntents.create({
      amount: 999,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      confirm: true,
    });
    expect(await stripe.refunds.create({ payment_intent: intent, amount: 400 })).toMatchObject({
      amount: 400,
      status: 'succeeded',
    });
    await expect(stripe.refunds.create({ payment_intent: intent, amount: 600 })).rejects.toThrow(
      'Refund amount ($6.00) is greater than unrefunded amount on charge ($5.99)',
    );
    expect(await stripe.refunds.create({ payment_intent: intent })).toMatchObject({ amount: 599 });
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });

    const { latest_charge: charge } = await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] });
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 999 });
  });

  it('bills a subscription from its creation to its end', async () => {
    const customer = await createPayingCustomer(stripe);
    const pro = await createPrice(stripe);
    const enterprise = await createPrice(stripe, { unit_amount: 2999 });
    const subscription = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: pro.id }],
      metadata: { plan: 'pro' },
      expand: ['latest_invoice.payments'],
    });
    const invoice = subscription.latest_invoice as Stripe.Invoice;
    expect(subscription).toMatchObject({ status: 'active', items: { data: [{ price: { id: pro.id }, quantity: 1 }] } });
    expect(invoice).toMatchObject({
      status: 'paid',
      amount_paid: 999,
      billing_reason: 'subscription_create',
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.id, metadata: { plan: 'pro' } },
      },
    });
    const intent = idOf(invoice.payments?.data[0]?.payment.payment_intent);
    const payments = await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent } });
    expect(payments.data.map((payment) => payment.invoice)).toEqual([invoice.id]);

    const items = [{ id: subscription.items.data[0]!.id, price: enterprise.id }];
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items, proration_behavior: 'always_invoice' },
    });
    expect(Math.abs(preview.amount_due - 2000)).toBeLessThanOrEqual(1);
    const upgraded = await stripe.subscriptions.update(subscription.id, {
      items,
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
      proration_date: preview.parent?.subscription_details?.subscription_proration_date ?? preview.created,
    });
    expect(upgraded).toMatchObject({ pending_update: null, items: { data: [{ price: { id: enterprise.id } }] } });
    expect(await stripe.subscriptions.cancel(subscription.id)).toMatchObject({ status: 'canceled' });
  });

  it('pages through lists, newest first', async () => {
    const { id: customer } = await stripe.customers.create({});
    const created: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      created.unshift((await stripe.paymentIntents.create({ amount: 100 + count, currency: 'usd', customer })).id);
    }
    const list = (params: object) => stripe.paymentIntents.list({ customer, limit: 2, ...params });
    const first = await list({});
    const second = await list({ starting_after: first.data[1]?.id });

    expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/payment_intents' });
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(created.slice(0, 4));
    expect((await list({ ending_before: second.data[0]?.id })).data.map(({ id }) => id)).toEqual(created.slice(0, 2));
    const all: string[] = [];
    for await (const { id } of stripe.paymentIntents.list({ customer, limit: 2 })) all.push(id);
    expect(all).toEqual(created);
  });

  it('does a request once under one idempotency key, and refuses another request under it', async () => {
    const idempotencyKey = randomUUID();
    const first = await stripe.customers.create({ email: 'once@example.com' }, { idempotencyKey });
    const again = await stripe.customers.create({ email: 'once@example.com' }, { idempotencyKey });

    expect(again.id).toBe(first.id);
    await expect(stripe.customers.create({ email: 'twice@example.com' }, { idempotencyKey })).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
      message: expect.stringContaining('Keys for idempotent requests can only be used with the same parameters'),
    });
  });

  it.each<[string, object, object]>([
    [
      '/v1/customers',
      { colour: 'red' },
      { code: 'parameter_unknown', param: 'colour', message: 'Received unknown parameter: colour' },
    ],
    [
      '/v1/payment_intents',
      { currency: 'usd' },
      { code: 'parameter_missing', param: 'amount', message: 'Missing required param: amount.' },
    ],
    [
      '/v1/payment_intents',
      { amount: 'ten', currency: 'usd' },
      { code: 'parameter_invalid_integer', param: 'amount', message: 'Invalid integer: ten' },
    ],
    ['/v1/checkout/sessions', { mode: 'banana' }, { param: 'mode' }],
  ])('refuses %s %j', async (path, params, error) => {
    await expect(stripe.rawRequest('POST', path, params as Record<string, unknown>)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      ...error,
    });
  });

  it('refuses what does not exist', async () => {
    await expect(stripe.subscriptions.retrieve('sub_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such subscription: 'sub_none'",
    });
    await expect(stripe.rawRequest('GET', '/v1/nothing')).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('Unrecognized request URL (GET: /v1/nothing)'),
    });
    await expect(stripe.customers.list({ expand: ['data.nothing'] })).rejects.toThrow(
      'This property cannot be expanded',
    );
  });
});
