import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Stripe } from 'stripe';
import {
  advance,
  CARD,
  createPayingCustomer,
  createPrice,
  eventTypes,
  idOf,
  startStripe,
  type StripeTarget,
} from '../../../test/stripe.js';

let target: StripeTarget;
let stripe: Stripe;
let pro: Stripe.Price;
let enterprise: Stripe.Price;
let annual: Stripe.Price;

beforeAll(async () => {
  target = await startStripe();
  stripe = target.stripe;
});
beforeEach(async () => {
  await target.sandbox.control('clock/freeze', { at: '2027-06-01T00:00:00Z' });
  pro = await createPrice(stripe);
  enterprise = await createPrice(stripe, { unit_amount: 2999, product_data: { name: 'Enterprise' } });
  annual = await createPrice(stripe, { unit_amount: 9999, recurring: { interval: 'year' } });
});
afterEach(() => target.sandbox.control('reset', {}));
afterAll(() => target.dispose());

async function subscribe(price = pro) {
  const customer = await createPayingCustomer(stripe);
  return stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
}
const to = (subscription: Stripe.Subscription, price: Stripe.Price) => [
  { id: subscription.items.data[0]!.id, price: price.id },
];
const amounts = (invoice: Stripe.Invoice) => invoice.lines.data.map(({ amount }) => amount);
const latest = async (id: string) =>
  (await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })).latest_invoice as Stripe.Invoice;
const failNext = async (subscription: Stripe.Subscription, outcome: string) => {
  const customer = (await stripe.customers.retrieve(idOf(subscription.customer))) as Stripe.Customer;
  const method = customer.invoice_settings.default_payment_method;
  await target.sandbox.control('stripe/cards', { payment_method: method, outcome });
};

describe('an upgrade', () => {
  it('is invoiced now by the share of the period that is left, as its preview says', async () => {
    const subscription = await subscribe();
    await advance(target.sandbox, 10);
    const { items, prorationDate } = {
      items: to(subscription, enterprise),
      prorationDate: Date.parse('2027-06-11T00:00:00Z') / 1000,
    };
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items, proration_behavior: 'always_invoice', proration_date: prorationDate },
    });
    const after = await stripe.subscriptions.update(subscription.id, {
      items,
      proration_behavior: 'always_invoice',
      proration_date: prorationDate,
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice'],
    });

    const invoice = after.latest_invoice as Stripe.Invoice;
    expect(amounts(preview)).toEqual([-666, 1999]);
    expect(preview.amount_due).toBe(1333);
    expect(amounts(invoice)).toEqual([-666, 1999]);
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: 1333, billing_reason: 'subscription_update' });
    expect(invoice.lines.data.map(({ parent }) => parent?.subscription_item_details?.proration)).toEqual([true, true]);
    expect(invoice.lines.data[1]?.pricing?.price_details?.price).toBe(enterprise.id);
    expect(after).toMatchObject({ pending_update: null, items: { data: [{ price: { id: enterprise.id } }] } });
    expect(after.items.data[0]?.current_period_end).toBe(subscription.items.data[0]?.current_period_end);
  });

  it('changes nothing when its card fails, until the invoice is paid', async () => {
    const subscription = await subscribe();
    await failNext(subscription, 'generic_decline');
    const after = await stripe.subscriptions.update(subscription.id, {
      items: to(subscription, enterprise),
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    });
    expect(after).toMatchObject({
      status: 'active',
      items: { data: [{ price: { id: pro.id } }] },
      pending_update: { subscription_items: [{ price: { id: enterprise.id } }] },
    });
    const invoice = await latest(subscription.id);
    expect(invoice).toMatchObject({ status: 'open', next_payment_attempt: null });
    await target.submit(invoice.hosted_invoice_url ?? '', CARD);

    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      pending_update: null,
      items: { data: [{ price: { id: enterprise.id } }] },
    });
    expect(await eventTypes(stripe)).toContain('customer.subscription.pending_update_applied');
  });

  it('is forgotten when it is not paid within 23 hours', async () => {
    const subscription = await subscribe();
    await failNext(subscription, 'authenticate');
    await stripe.subscriptions.update(subscription.id, {
      items: to(subscription, enterprise),
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    });
    await advance(target.sandbox, 1);

    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      pending_update: null,
      items: { data: [{ price: { id: pro.id } }] },
    });
    expect(await latest(subscription.id)).toMatchObject({ status: 'void' });
  });

  it('leaves no trace when it must be paid at once and is not', async () => {
    const subscription = await subscribe();
    await failNext(subscription, 'insufficient_funds');
    const update = stripe.subscriptions.update(subscription.id, {
      items: to(subscription, enterprise),
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    });

    await expect(update).rejects.toMatchObject({ type: 'StripeCardError', decline_code: 'insufficient_funds' });
    expect(await stripe.subscriptions.retrieve(subscription.id)).toEqual(
      expect.objectContaining({ latest_invoice: subscription.latest_invoice, status: 'active' }),
    );
  });

  it.each([
    ['description', { description: 'Enterprise' }],
    ['off_session', { off_session: false }],
  ])('takes no %s while it may wait', async (name, other) => {
    const subscription = await subscribe();

    await expect(
      stripe.subscriptions.update(subscription.id, {
        items: to(subscription, enterprise),
        payment_behavior: 'pending_if_incomplete',
        ...other,
      }),
    ).rejects.toMatchObject({ statusCode: 400, message: expect.stringContaining(`: ${name}. `) });
  });
});

describe('a change of items', () => {
  it('waits for the next invoice by default', async () => {
    const subscription = await subscribe();
    await advance(target.sandbox, 15);
    await stripe.subscriptions.update(subscription.id, { items: to(subscription, enterprise) });
    expect(await stripe.invoices.list({ subscription: subscription.id })).toHaveProperty('data.length', 1);
    const preview = await stripe.invoices.createPreview({ subscription: subscription.id });
    await advance(target.sandbox, 15.1);

    expect(amounts(preview)).toEqual([-500, 1500, 2999]);
    expect(amounts(await latest(subscription.id))).toEqual([-500, 1500, 2999]);
  });

  it('can be free of any settlement', async () => {
    const subscription = await subscribe(enterprise);
    await stripe.subscriptions.update(subscription.id, { items: to(subscription, pro), proration_behavior: 'none' });
    await advance(target.sandbox, 30.1);

    expect(amounts(await latest(subscription.id))).toEqual([999]);
  });

  it('gives credit for a downgrade, which pays the next invoices', async () => {
    const subscription = await subscribe(enterprise);
    await stripe.subscriptions.update(subscription.id, {
      items: to(subscription, pro),
      proration_behavior: 'always_invoice',
    });
    const customer = async () => (await stripe.customers.retrieve(idOf(subscription.customer))) as Stripe.Customer;
    expect(await latest(subscription.id)).toMatchObject({ total: -2000, amount_due: 0, status: 'paid' });
    expect((await customer()).balance).toBe(-2000);
    await advance(target.sandbox, 30.1);

    expect(await latest(subscription.id)).toMatchObject({
      total: 999,
      amount_due: 0,
      starting_balance: -2000,
      ending_balance: -1001,
    });
    expect((await customer()).balance).toBe(-1001);
  });

  it('to another interval starts a new period now', async () => {
    const subscription = await subscribe();
    await advance(target.sandbox, 15);
    const after = await stripe.subscriptions.update(subscription.id, { items: to(subscription, annual) });

    expect(amounts(await latest(subscription.id))).toEqual([-500, 9999]);
    expect(after.items.data[0]?.current_period_end).toBe(Date.parse('2028-06-16T00:00:00Z') / 1000);
  });

  it('without the id of an item adds one', async () => {
    const subscription = await subscribe();
    const after = await stripe.subscriptions.update(subscription.id, { items: [{ price: enterprise.id }] });

    expect(after.items.data.map(({ price }) => price.id)).toEqual([pro.id, enterprise.id]);
    await expect(stripe.subscriptions.update(subscription.id, { items: [{ price: annual.id }] })).rejects.toThrow(
      'interval',
    );
    await expect(
      stripe.subscriptions.update(subscription.id, { items: [{ id: 'si_none', price: pro.id }] }),
    ).rejects.toMatchObject({ param: 'items[0][id]' });
  });
});

describe('a preview', () => {
  it('of a new subscription shows its first invoice', async () => {
    const customer = await createPayingCustomer(stripe);
    const preview = await stripe.invoices.createPreview({
      customer: customer.id,
      subscription_details: { items: [{ price: enterprise.id }] },
    });

    expect(preview).toMatchObject({ amount_due: 2999, status: 'draft' });
    expect((await stripe.subscriptions.list({ customer: customer.id })).data).toEqual([]);
  });

  it('is refused when nothing is to come', async () => {
    const subscription = await subscribe();
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });

    await expect(stripe.invoices.createPreview({ subscription: subscription.id })).rejects.toMatchObject({
      statusCode: 404,
      code: 'invoice_upcoming_none',
    });
  });
});
