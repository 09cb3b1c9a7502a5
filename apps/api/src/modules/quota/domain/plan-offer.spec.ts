import { expect, test } from '@jest/globals';
import { FREE_ALLOWANCES, quotaCalls } from '@app/contracts';
import { planOffer } from './plan-offer.js';

const settings = {
  freeAllowance: 'both',
  freeMonthlyUnits: 50,
  inFlight: { free: 2, pro: 9, enterprise: 16 },
} as const;

test('offers the three plans at their prices, with the limits of the installation', () => {
  const { plans } = planOffer(settings);
  expect(plans.map(({ id, monthlyPrice, annualPrice }) => [id, monthlyPrice, annualPrice])).toEqual([
    ['free', 0, 0],
    ['plan-pro', 9.99, 99.99],
    ['plan-enterprise', 29.99, 299.99],
  ]);
  expect(
    plans.map(({ monthlyCredits, imagesPerGeneration, inFlightLimit, batchLimit }) => [
      monthlyCredits,
      imagesPerGeneration,
      inFlightLimit,
      batchLimit,
    ]),
  ).toEqual([
    [0, 1, 2, 0],
    [200, 4, 9, 10],
    [500, 8, 16, 50],
  ]);
});

test.each([
  ['both', 5, 1, 5],
  ['monthly', 5, 0, 0],
  ['daily', 0, 1, 5],
  ['none', 0, 0, 0],
] as const)('with the allowance %s promises what it gives', (freeAllowance, month, bonus, claims) => {
  const { freeMonthlyCredits, dailyBonusCredits, dailyBonusMonthlyLimit } = planOffer({ ...settings, freeAllowance });
  expect([freeMonthlyCredits, dailyBonusCredits, dailyBonusMonthlyLimit]).toEqual([month, bonus, claims]);
});

test.each(FREE_ALLOWANCES)('answers in the shape of the contract (%s)', (freeAllowance) => {
  const offer = planOffer({ ...settings, freeAllowance });
  expect(quotaCalls.plans.schemas.answer.parse(offer)).toEqual(offer);
});
