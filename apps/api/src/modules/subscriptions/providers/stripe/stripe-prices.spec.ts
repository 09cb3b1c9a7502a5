import { expect, test } from '@jest/globals';
// oxlint-disable-next-line import/no-named-as-default -- its CommonJS build has no named export
import Stripe from 'stripe';
import { StripePrices } from './stripe-prices.js';

const PRO = { plan: 'pro', isAnnual: false } as const;
const priceOf = (changed: object = {}) => ({
  id: 'price_1',
  active: true,
  product: 'plan_pro',
  currency: 'usd',
  unit_amount: 999,
  lookup_key: 'pro_monthly',
  recurring: { interval: 'month', interval_count: 1 },
  ...changed,
});

/** A Stripe with these prices of the plan "pro", whose list fails as often as `faults` says. */
function stripe(prices: object[], faults = 0) {
  const made: { product?: string; name?: string; lookup_key?: string }[] = [];
  const queries: object[] = [];
  const list = (query: { product: string }) => {
    queries.push(query);
    const found = query.product === 'plan_pro' ? prices : [];
    const isFault = queries.length <= faults;
    return {
      autoPagingToArray: () =>
        isFault ? Promise.reject(new Stripe.errors.StripeConnectionError({})) : Promise.resolve(found),
    };
  };
  const create = (one: object) => Promise.resolve(void made.push(one));
  const client = {
    prices: { list, create },
    products: {
      retrieve: (id: string) =>
        id === 'plan_pro'
          ? Promise.resolve({ id })
          : Promise.reject(new Stripe.errors.StripeInvalidRequestError({ code: 'resource_missing' })),
      create,
    },
  };
  return { prices: new StripePrices(client as unknown as Stripe), made, queries };
}

test('a price is told with its plan and its amount, and all are read once', async () => {
  const { prices, queries } = stripe([priceOf()]);
  const known = { choice: PRO, cents: 999, isSold: true };
  expect([await prices.find('price_1'), await prices.find('price_1')]).toEqual([known, known]);
  expect(await prices.idOf(PRO)).toBe('price_1');
  expect(queries).toEqual([
    { product: 'plan_pro', limit: 100 },
    { product: 'plan_enterprise', limit: 100 },
  ]);
});

test('a price that was created meanwhile is found, by its id and by its plan', async () => {
  const found: object[] = [];
  const { prices } = stripe(found);
  expect(await prices.find('price_1')).toBeNull();
  found.push(priceOf());
  expect(await prices.find('price_1')).toMatchObject({ choice: PRO });
  await expect(prices.idOf({ plan: 'enterprise', isAnnual: false })).rejects.toMatchObject({
    code: 'PAYMENT_UNAVAILABLE',
    cause: new Error('Stripe has no price enterprise_monthly: main.prepare-payments.js creates what is missing'),
  });
  const enterprise = {
    id: 'price_2',
    product: 'plan_enterprise',
    unit_amount: 2_999,
    lookup_key: 'enterprise_monthly',
  };
  found.push(priceOf(enterprise));
  expect(await prices.idOf({ plan: 'enterprise', isAnnual: false })).toBe('price_2');
});

test('prices that could not be read are read again', async () => {
  const { prices } = stripe([priceOf()], 1);
  await expect(prices.find('price_1')).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
  expect(await prices.find('price_1')).toMatchObject({ choice: PRO });
});

test.each([[{ active: false }], [{ lookup_key: null }], [{ unit_amount: 899 }]])(
  'a former price, with %j, stays known, and is not sold',
  async (changed) => {
    const { prices } = stripe([priceOf(changed)]);
    expect(await prices.find('price_1')).toMatchObject({ choice: PRO, isSold: false });
    await expect(prices.idOf(PRO)).rejects.toMatchObject({ code: 'PAYMENT_UNAVAILABLE' });
  },
);

test.each([
  [{ product: 'plan_other' }],
  [{ currency: 'eur' }],
  [{ recurring: null }],
  [{ recurring: { interval: 'week', interval_count: 1 } }],
  [{ recurring: { interval: 'month', interval_count: 3 } }],
])('a price with %j is none of ours', async (changed) => {
  expect(await stripe([priceOf(changed)]).prices.find('price_1')).toBeNull();
});

test('a price without an amount costs nothing', async () => {
  expect(await stripe([priceOf({ unit_amount: null })]).prices.find('price_1')).toMatchObject({ cents: 0 });
});

test('the plan and the interval are those that were asked for', async () => {
  const annual = { id: 'price_2', unit_amount: 9_999, lookup_key: 'pro_annual' };
  const { prices } = stripe([priceOf({ ...annual, recurring: { interval: 'year', interval_count: 1 } }), priceOf()]);
  expect([await prices.idOf(PRO), await prices.idOf({ plan: 'pro', isAnnual: true })]).toEqual(['price_1', 'price_2']);
});

test('what is missing is created, and then sold', async () => {
  const found: object[] = [priceOf()];
  const { prices, made } = stripe(found);
  await expect(prices.idOf({ plan: 'pro', isAnnual: true })).rejects.toThrow();
  expect(await prices.prepare()).toEqual(['pro_annual', 'enterprise_monthly', 'enterprise_annual']);
  expect(made).toEqual([
    { id: 'plan_enterprise', name: 'Enterprise', description: '500 credits per month' },
    {
      product: 'plan_pro',
      currency: 'usd',
      unit_amount: 9_999,
      recurring: { interval: 'year' },
      lookup_key: 'pro_annual',
      transfer_lookup_key: true,
    },
    expect.objectContaining({ product: 'plan_enterprise', recurring: { interval: 'month' } }),
    expect.objectContaining({ product: 'plan_enterprise', recurring: { interval: 'year' } }),
  ]);
});

test('prices that were read before are read again once they were prepared', async () => {
  const { prices, queries } = stripe([priceOf()]);
  await prices.idOf(PRO);
  await prices.prepare();
  const before = queries.length;
  await prices.idOf(PRO);
  expect(queries.length).toBe(before + 2);
});
