import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Stripe } from 'stripe';
import {
  advance,
  createPayingCustomer,
  createPrice,
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
const latest = async (id: string) =>
  (await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })).latest_invoice as Stripe.Invoice;

describe('a schedule', () => {
  const downgrade = async (subscription: Stripe.Subscription, price: Stripe.Price) => {
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
    const [current] = schedule.phases;
    return stripe.subscriptionSchedules.update(schedule.id, {
      end_behavior: 'release',
      phases: [
        {
          start_date: current!.start_date,
          end_date: current!.end_date,
          items: [{ price: idOf(current!.items[0]?.price), quantity: 1 }],
        },
        { items: [{ price: price.id, quantity: 1 }], duration: { interval: 'month', interval_count: 1 } },
      ],
    });
  };

  it('changes the price at the end of the period, and lets go', async () => {
    const subscription = await subscribe(enterprise);
    const schedule = await downgrade(subscription, pro);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ schedule: schedule.id });
    await advance(target.sandbox, 30.1);

    expect(await latest(subscription.id)).toMatchObject({ status: 'paid', amount_paid: 999 });
    await advance(target.sandbox, 31);
    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      schedule: null,
      status: 'active',
      items: { data: [{ price: { id: pro.id } }] },
    });
    expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({
      status: 'released',
      released_subscription: subscription.id,
    });
  });

  it('changes the interval at the end of the period', async () => {
    const subscription = await subscribe();
    await downgrade(subscription, annual);
    await advance(target.sandbox, 30.1);

    expect(await latest(subscription.id)).toMatchObject({ amount_paid: 9999 });
    const [item] = (await stripe.subscriptions.retrieve(subscription.id)).items.data;
    expect(item?.current_period_end).toBe(Date.parse('2028-07-01T00:00:00Z') / 1000);
  });

  it('can be released before, and then nothing changes', async () => {
    const subscription = await subscribe(enterprise);
    const schedule = await downgrade(subscription, pro);
    await expect(stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })).rejects.toThrow(
      'managed by the subscription schedule',
    );
    await stripe.subscriptionSchedules.release(schedule.id);
    await advance(target.sandbox, 30.1);

    expect(await latest(subscription.id)).toMatchObject({ amount_paid: 2999 });
    await expect(stripe.subscriptionSchedules.release(schedule.id)).rejects.toThrow('`released` status');
  });

  it('ends with its subscription', async () => {
    const subscription = await subscribe(enterprise);
    const schedule = await downgrade(subscription, pro);
    await stripe.subscriptions.cancel(subscription.id);

    expect(await stripe.subscriptionSchedules.retrieve(schedule.id)).toMatchObject({ status: 'canceled' });
    await expect(downgrade(subscription, pro)).rejects.toMatchObject({ param: 'from_subscription' });
  });
});
