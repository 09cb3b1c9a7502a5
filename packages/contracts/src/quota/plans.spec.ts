import { expect, test } from '@jest/globals';
import { annualSaving, isSubscribed, PLAN_TERMS, PLANS, SUBSCRIPTION_STATUSES } from './plans.js';

test.each([
  ['free', 'free', 0, 0, 0, 1, 0],
  ['pro', 'plan-pro', 999, 9999, 200, 4, 10],
  ['enterprise', 'plan-enterprise', 2999, 29999, 500, 8, 50],
] as const)('%s (%s) costs %i cents a month and %i a year', (plan, id, month, year, credits, images, batch) => {
  expect(PLAN_TERMS[plan]).toMatchObject({
    id,
    plan,
    monthlyPriceCents: month,
    annualPriceCents: year,
    monthlyCredits: credits,
    imagesPerGeneration: images,
    batchLimit: batch,
  });
});

test.each([
  ['free', { cents: 0, percent: 0 }],
  ['pro', { cents: 1989, percent: 17 }],
  ['enterprise', { cents: 5989, percent: 17 }],
] as const)('a year of %s saves %j against twelve months', (plan, saving) => {
  expect(annualSaving(PLAN_TERMS[plan])).toEqual(saving);
});

test('more expensive plans have higher priority and more parallel generations', () => {
  const byPrice = PLANS.map((plan) => PLAN_TERMS[plan]).sort((a, b) => a.monthlyPriceCents - b.monthlyPriceCents);
  const priorities = byPrice.map(({ queuePriority }) => queuePriority);
  expect(priorities).toEqual([...priorities].sort((a, b) => b - a));
  expect(byPrice.map(({ inFlightLimit }) => inFlightLimit)).toEqual([4, 8, 16]);
});

test('all but free count as subscribed, including the legacy value', () => {
  expect(SUBSCRIPTION_STATUSES.filter(isSubscribed)).toEqual(['basic', 'pro', 'enterprise']);
});

test('exactly one plan is popular', () => {
  expect(PLANS.filter((plan) => PLAN_TERMS[plan].popular)).toEqual(['pro']);
});
