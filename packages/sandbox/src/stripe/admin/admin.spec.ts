import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Stripe } from 'stripe';
import {
  CARD,
  createPayingCustomer,
  createPrice,
  idOf,
  startStripe,
  SUCCESS_URL,
  type StripeTarget,
} from '../../../test/stripe.js';

let target: StripeTarget;
let stripe: Stripe;
let subscription: Stripe.Subscription;

beforeAll(async () => {
  target = await startStripe();
  stripe = target.stripe;
  const customer = await createPayingCustomer(stripe);
  const price = await createPrice(stripe);
  subscription = await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
});
afterAll(() => target.dispose());

const page = async (language = 'en') =>
  (await fetch(target.sandbox.adminPageUrl, { headers: { 'accept-language': language } })).text();
const press = (path: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  fetch(`${target.sandbox.url}/stripe/admin/${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
    headers,
  });

describe("Stripe's part of the admin page", () => {
  it('shows payments, subscriptions and events', async () => {
    const text = await page();

    expect(text).toContain('ada@example.com');
    expect(text).toContain('customer.subscription.created');
    expect(text).toContain('Turn the clock to the next renewal');
    expect(await page('zh')).toContain('把时钟拨到下一次续费');
  });

  it('lets one watch a renewal, and one that fails', async () => {
    const invoices = async () =>
      (await stripe.invoices.list({ subscription: subscription.id })).data.map(({ status }) => status);
    await press('renew');
    expect(await invoices()).toEqual(['paid', 'paid']);
    const customer = (await stripe.customers.retrieve(idOf(subscription.customer))) as Stripe.Customer;
    await press('card', {
      method: idOf(customer.invoice_settings.default_payment_method),
      outcome: 'insufficient_funds',
    });
    await press('renew');

    expect(await invoices()).toEqual(['open', 'paid', 'paid']);
    expect(await page()).toContain('insufficient_funds');
    expect(await page()).toContain('past due');
  });

  it('switches how webhooks come', async () => {
    await press('webhooks', { mode: 'lost' });

    expect(await target.sandbox.control('stripe')).toMatchObject({ webhookMode: 'lost' });
    expect((await press('webhooks', { mode: 'normal' }, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    expect(await target.sandbox.control('stripe')).toMatchObject({ webhookMode: 'lost' });
  });

  it('opens disputes', async () => {
    const paid = (await stripe.charges.list({ customer: idOf(subscription.customer) })).data.find((one) => one.paid);
    await press('dispute', { charge: paid?.id ?? '' });

    expect((await stripe.disputes.list({ charge: paid?.id ?? '' })).data).toEqual([
      expect.objectContaining({ reason: 'fraudulent', status: 'needs_response' }),
    ]);
  });
});

describe('the control calls of Stripe', () => {
  it('pay a checkout without its page', async () => {
    const price = await createPrice(stripe);
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: price.id }],
      success_url: SUCCESS_URL,
    });
    const pay = (body: object) => target.sandbox.control(`stripe/checkout/${session.id}/pay`, body);

    expect(await pay({ outcome: 'lost_card', email: CARD.email })).toMatchObject({ kind: 'refused' });
    expect(await pay({ outcome: 'authenticate' })).toMatchObject({
      kind: 'authenticate',
      url: expect.stringContaining('/stripe/authenticate/pi_'),
    });
    expect(await pay({})).toEqual({ kind: 'complete', url: SUCCESS_URL.replace('{CHECKOUT_SESSION_ID}', session.id) });
  });

  it('keep the account over a restart, and empty it by a reset', async () => {
    target.sandbox = await target.sandbox.restart();
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ id: subscription.id });
    await target.sandbox.control('stripe', { webhookUrl: 'http://127.0.0.1:9/webhooks' });
    await target.sandbox.control('reset', {});

    await expect(stripe.subscriptions.retrieve(subscription.id)).rejects.toMatchObject({ statusCode: 404 });
    expect(await target.sandbox.control('stripe')).toMatchObject({
      webhookMode: 'normal',
      webhookUrl: 'http://127.0.0.1:9/webhooks',
    });
  });

  it.each([
    ['stripe', { webhookMode: 'sometimes' }, 'webhookMode'],
    ['stripe/cards', { payment_method: 'pm_none', outcome: 'success' }, 'There is no payment_method'],
    ['stripe/cards', { payment_method: 'pm_none', outcome: 'fine' }, 'outcome'],
  ])('say what is wrong: %s %j', async (path, body, message) => {
    await expect(target.sandbox.control(path, body)).rejects.toThrow(message);
  });
});
