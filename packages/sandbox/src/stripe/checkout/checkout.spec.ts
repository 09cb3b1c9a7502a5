import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Stripe } from 'stripe';
import {
  CANCEL_URL,
  CARD,
  createPrice,
  idOf,
  startStripe,
  SUCCESS_URL,
  type HostedAnswer,
  type StripeTarget,
} from '../../../test/stripe.js';

let target: StripeTarget;
let stripe: Stripe;
let price: Stripe.Price;

beforeAll(async () => {
  target = await startStripe();
  stripe = target.stripe;
  price = await createPrice(stripe);
});
afterAll(() => target.dispose());

const subscriptionSession = async (fields: Stripe.Checkout.SessionCreateParams = { mode: 'subscription' }) => {
  const customer = await stripe.customers.create({ email: 'ada@example.com' });
  return stripe.checkout.sessions.create({
    customer: customer.id,
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: SUCCESS_URL,
    cancel_url: CANCEL_URL,
    ...fields,
  });
};
const paymentSession = (fields: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    line_items: [{ price_data: { currency: 'usd', unit_amount: 500, product_data: { name: 'Credits' } }, quantity: 2 }],
    success_url: SUCCESS_URL,
    ...fields,
  });
const pay = (session: Stripe.Checkout.Session, fields: Record<string, string> = {}): Promise<HostedAnswer> =>
  target.submit(session.url ?? '', { ...CARD, ...fields });
const successUrl = (session: Stripe.Checkout.Session) => SUCCESS_URL.replace('{CHECKOUT_SESSION_ID}', session.id);
const latestIntent = async (session: Stripe.Checkout.Session) =>
  (await stripe.paymentIntents.list({ customer: idOf(session.customer), limit: 1 })).data[0];

describe('a checkout of a subscription', () => {
  it('shows what is bought on its page, and a way back', async () => {
    const session = await subscriptionSession();
    const page = await (await fetch(session.url ?? '')).text();

    expect(page).toContain('$9.99');
    expect(page).toContain('Pro');
    expect(page).toContain(`href="${CANCEL_URL}"`);
    const zh = await fetch(session.url ?? '', { headers: { 'accept-language': 'zh-CN' } });
    expect(await zh.text()).toContain('订阅');
  });

  it('makes a paid subscription of the session, and sends the browser back', async () => {
    const session = await subscriptionSession({
      mode: 'subscription',
      client_reference_id: 'user-1',
      metadata: { payment: '7' },
      subscription_data: { metadata: { plan: 'pro' } },
    });
    const answer = await pay(session);

    expect(answer).toMatchObject({ status: 303, location: successUrl(session) });
    const after = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ['subscription.latest_invoice.payments', 'line_items'],
    });
    expect(after).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      amount_total: 999,
      client_reference_id: 'user-1',
      metadata: { payment: '7' },
      payment_intent: null,
      line_items: { data: [{ quantity: 1, price: { id: price.id } }] },
      subscription: {
        status: 'active',
        metadata: { plan: 'pro' },
        default_payment_method: expect.stringMatching(/^pm_/),
        items: { data: [{ price: { id: price.id } }] },
        latest_invoice: { status: 'paid', amount_paid: 999, billing_reason: 'subscription_create' },
      },
    });
    const invoice = (after.subscription as Stripe.Subscription).latest_invoice as Stripe.Invoice;
    const [payment] = invoice.payments?.data ?? [];
    const intent = await stripe.paymentIntents.retrieve(idOf(payment?.payment.payment_intent));
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 999, customer: session.customer });
    expect(
      (await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intent.id } })).data,
    ).toEqual([expect.objectContaining({ invoice: invoice.id, status: 'paid', amount_paid: 999 })]);
  });

  it('creates a customer when the session names none', async () => {
    const session = await subscriptionSession({ mode: 'subscription', customer: undefined as unknown as string });
    await pay(session, { email: 'new@example.com', name: 'Noor' });

    const { customer } = await stripe.checkout.sessions.retrieve(session.id, { expand: ['customer'] });
    expect(customer).toMatchObject({ email: 'new@example.com', name: 'Noor' });
  });

  it('charges once however often its page is sent', async () => {
    const session = await subscriptionSession();
    const answers = await Promise.all([pay(session), pay(session), pay(session)]);

    expect(answers.map(({ location }) => location)).toEqual(Array.from({ length: 3 }, () => successUrl(session)));
    expect((await stripe.charges.list({ customer: idOf(session.customer) })).data).toHaveLength(1);
    expect((await stripe.subscriptions.list({ customer: idOf(session.customer) })).data).toHaveLength(1);
  });
});

describe('a checkout of a payment', () => {
  it('takes the money once, for a guest too', async () => {
    const session = await paymentSession({ payment_intent_data: { metadata: { order: '1' } } });
    expect((await pay(session)).location).toBe(successUrl(session));

    const after = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
    expect(after).toMatchObject({
      customer: null,
      customer_details: { email: CARD.email },
      payment_status: 'paid',
      payment_intent: { amount: 1000, status: 'succeeded', metadata: { order: '1' } },
    });
  });
});

describe('a checkout that only saves a card', () => {
  const setupSession = async (fields: Partial<Stripe.Checkout.SessionCreateParams> = { currency: 'usd' }) => {
    const customer = await stripe.customers.create({ email: 'ada@example.com' });
    return stripe.checkout.sessions.create({
      mode: 'setup',
      customer: customer.id,
      success_url: SUCCESS_URL,
      setup_intent_data: { metadata: { for: 'later' } },
      ...fields,
    });
  };

  it('has to name a currency, or the kinds of payment methods', async () => {
    await expect(setupSession({})).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      code: 'parameter_missing',
      param: 'currency',
      message: 'Missing required param: currency.',
    });
    expect(await setupSession({ allowed_payment_method_types: ['card'] })).toMatchObject({ status: 'open' });
  });

  it('attaches it to the customer', async () => {
    const session = await setupSession();
    expect((await pay(session, { number: '5555555555554444' })).location).toBe(successUrl(session));

    const { setup_intent: setup } = await stripe.checkout.sessions.retrieve(session.id, { expand: ['setup_intent'] });
    expect(setup).toMatchObject({ status: 'succeeded', metadata: { for: 'later' } });
    const methods = await stripe.customers.listPaymentMethods(idOf(session.customer));
    expect(methods.data.map(({ id, card }) => [id, card?.brand, card?.last4])).toEqual([
      [(setup as Stripe.SetupIntent).payment_method, 'mastercard', '4444'],
    ]);
  });

  it('refuses a bad card, and asks the bank where it has to', async () => {
    const session = await setupSession();
    expect((await pay(session, { number: '4000000000000002' })).page).toContain('Your card was declined.');
    const { location } = await pay(session, { number: '4000002500003155' });

    expect((await target.submit(location ?? '', { decision: 'confirm' })).location).toBe(successUrl(session));
    expect((await stripe.customers.listPaymentMethods(idOf(session.customer))).data).toHaveLength(1);
  });
});

describe('a checkout that asks for a tax id', () => {
  const asking = (fields: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
    subscriptionSession({
      mode: 'subscription',
      tax_id_collection: { enabled: true },
      customer_update: { name: 'auto', address: 'auto' },
      ...fields,
    });
  const invoiceOf = async ({ id }: Stripe.Checkout.Session) => {
    const { invoice } = await stripe.checkout.sessions.retrieve(id, { expand: ['invoice'] });
    return invoice as Stripe.Invoice;
  };

  it('puts the company and its tax id on the invoice, its page and its PDF', async () => {
    const session = await asking();
    await pay(session, { business_name: 'Ada GmbH', tax_id: 'de 123456789' });
    const invoice = await invoiceOf(session);
    const tax_ids = [{ type: 'eu_vat', value: 'DE123456789' }];
    expect(invoice).toMatchObject({ customer_name: 'Ada GmbH', customer_tax_ids: tax_ids });
    const { customer_details: details } = await stripe.checkout.sessions.retrieve(session.id);
    expect(details).toMatchObject({ business_name: 'Ada GmbH', tax_ids });
    for (const address of [invoice.invoice_pdf, invoice.hosted_invoice_url]) {
      const shown = await (await fetch(address ?? '')).text();
      expect(shown).toContain('Ada GmbH');
      expect(shown).toContain('DE123456789');
    }
  });

  it('needs neither', async () => {
    const session = await asking();
    expect((await pay(session)).location).toBe(successUrl(session));
    expect(await invoiceOf(session)).toMatchObject({ customer_tax_ids: [] });
  });

  it.each([
    ['a name alone', { business_name: 'Ada GmbH' }],
    ['a tax id of no known kind', { business_name: 'Ada GmbH', tax_id: 'abc' }],
  ])('refuses %s and takes no money', async (_, fields) => {
    const session = await asking();
    const { page } = await pay(session, fields);
    expect(page).toContain('Enter the business name and a tax ID');
    expect(page).toContain('value="Ada GmbH"');
    expect(await latestIntent(session)).toBeUndefined();
  });

  it('must be allowed to change the name of a customer', async () => {
    await expect(asking({ customer_update: { address: 'auto' } })).rejects.toMatchObject({
      param: 'customer_update[name]',
      message: expect.stringContaining('`customer_update[name]` to `auto`'),
    });
  });
});

describe('a checkout session', () => {
  it('can be expired, and then not be paid', async () => {
    const session = await subscriptionSession();
    expect(await stripe.checkout.sessions.expire(session.id)).toMatchObject({ status: 'expired', url: null });

    expect((await pay(session)).page).toContain('has expired');
    expect(await latestIntent(session)).toBeUndefined();
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toThrow(
      'Only Checkout Sessions with a status in',
    );
  });

  it('is found by its subscription', async () => {
    const session = await subscriptionSession();
    await pay(session);
    const { subscription } = await stripe.checkout.sessions.retrieve(session.id);

    const found = await stripe.checkout.sessions.list({ subscription: idOf(subscription) });
    expect(found.data.map(({ id }) => id)).toEqual([session.id]);
    expect((await stripe.checkout.sessions.listLineItems(session.id)).data).toHaveLength(1);
  });

  it.each([
    [{ mode: 'banana' }, 'mode', 'Invalid mode: must be one of payment, setup, or subscription'],
    [{ success_url: undefined }, 'success_url', 'Missing required param: success_url.'],
    [{ line_items: undefined }, 'line_items', 'Missing required param: line_items.'],
    [{ mode: 'payment' }, 'line_items[0][price]', 'passed a recurring price'],
    [{ line_items: [{ price: 'price_none' }] }, 'line_items[0][price]', "No such price: 'price_none'"],
    [{ customer: 'cus_none' }, 'customer', "No such customer: 'cus_none'"],
    [{ expires_at: 1 }, 'expires_at', 'at least 30 minutes'],
    [{ colour: 'red' }, 'colour', 'Received unknown parameter: colour'],
    [{ payment_intent_data: { metadata: { a: 'b' } } }, 'payment_intent_data', 'in `subscription` mode'],
  ])('is refused with the name of what is wrong: %j', async (fields, param, message) => {
    const wrong = { mode: 'subscription', ...fields } as Stripe.Checkout.SessionCreateParams;

    await expect(subscriptionSession(wrong)).rejects.toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 400,
      param,
      message: expect.stringContaining(message),
    });
  });
});
