import { describe, expect, test } from '@jest/globals';
import { PLAN_TERMS } from '../quota/plans.js';
import { subscriptionCalls } from './calls.js';
import { subscriptionRoutes } from './routes.js';
import { idOfPlan, PAID_PLAN_IDS, planOfId, priceCents } from './terms.js';

test.each([
  ['pro', false, 999],
  ['pro', true, 9999],
  ['enterprise', false, 2999],
  ['enterprise', true, 29999],
] as const)('%s, annual %s, costs %i cents', (plan, isAnnual, cents) => {
  expect(priceCents(plan, isAnnual)).toBe(cents);
});

test.each(PAID_PLAN_IDS)('%s is the id of its plan', (id) => {
  expect(idOfPlan(planOfId(id))).toBe(id);
  expect(PLAN_TERMS[planOfId(id)].id).toBe(id);
});

describe('calls of subscriptions', () => {
  test('each has the route of its name', () => {
    expect(Object.keys(subscriptionCalls)).toEqual(Object.keys(subscriptionRoutes));
    for (const [name, { route }] of Object.entries(subscriptionCalls))
      expect(route).toBe(subscriptionRoutes[name as keyof typeof subscriptionRoutes]);
  });

  const checkout = subscriptionCalls.checkoutSession.schemas.body;
  const wanted = { plan_id: 'plan-pro', success_url: '/payment/success', cancel_url: '/pricing' };

  test('a checkout is monthly unless said', () => {
    expect(checkout.parse(wanted)).toMatchObject({ is_annual: false });
  });

  test.each([
    ['plan_id', 'free'],
    ['plan_id', 'plan-x'],
    ['plan_id', 'price_123'],
    ['amount', 1],
    ['currency', 'EUR'],
    ['quantity', -1],
    ['is_annual', 'yes'],
  ])('a checkout with %s = %j is refused', (field, value) => {
    expect(checkout.safeParse({ ...wanted, [field]: value }).success).toBe(false);
  });
});
