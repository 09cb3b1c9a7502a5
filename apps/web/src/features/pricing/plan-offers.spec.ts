import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { PricedPlan } from '@app/contracts';
import { pricedPlans } from '../../../test/billing';
import { webSettings } from '../../config/web-env';
import { imagesFor, planOffers } from './plan-offers';

const settings = { ...webSettings };
beforeEach(() => void Object.assign(webSettings, { freeAllowance: 'both', freeMonthlyCredits: 5 }));
afterEach(() => void Object.assign(webSettings, settings));

const offerOf = (plan: string, priced?: PricedPlan[]) => planOffers(priced).find((each) => each.plan === plan);

describe('what a plan offers', () => {
  it('are those of this build until the installation has answered', () => {
    expect(planOffers().map(({ plan }) => plan)).toEqual(['free', 'pro', 'enterprise']);
    expect(offerOf('pro')).toEqual({
      plan: 'pro',
      monthlyCents: 999,
      annualCents: 9_999,
      savingCents: 1_989,
      savingPercent: 17,
      credits: 200,
      inFlightLimit: 8,
      isPopular: true,
    });
    expect(offerOf('enterprise')).toMatchObject({ monthlyCents: 2_999, isPopular: false });
  });

  it('are those of the installation afterwards', () => {
    const answered = pricedPlans().map((each) =>
      each.id === 'plan-pro'
        ? {
            ...each,
            monthlyPrice: 12.49,
            annualPrice: 119.99,
            annualSaving: { amount: 29.89, percent: 20 },
            monthlyCredits: 250,
            inFlightLimit: 3,
            popular: false,
          }
        : each,
    );
    expect(offerOf('pro', answered)).toEqual({
      plan: 'pro',
      monthlyCents: 1_249,
      annualCents: 11_999,
      savingCents: 2_989,
      savingPercent: 20,
      credits: 250,
      inFlightLimit: 3,
      isPopular: false,
    });
    expect(offerOf('enterprise', answered)).toMatchObject({ monthlyCents: 2_999, credits: 500 });
  });
});

describe('the credits of the free plan', () => {
  it.each([
    ['both', 10],
    ['monthly', 5],
    ['daily', 5],
    ['none', 0],
  ] as const)('are with an allowance of "%s" %i a month', (freeAllowance, credits) => {
    Object.assign(webSettings, { freeAllowance });
    expect(offerOf('free')?.credits).toBe(credits);
    expect(offerOf('free', pricedPlans())?.credits).toBe(credits);
  });

  it('count the monthly ones of this installation', () => {
    Object.assign(webSettings, { freeAllowance: 'monthly', freeMonthlyCredits: 50 });
    expect(offerOf('free')?.credits).toBe(50);
    Object.assign(webSettings, { freeAllowance: 'daily' });
    expect(offerOf('free')?.credits).toBe(5);
  });
});

it('credits pay for whole images only', () => {
  expect([0, 3.4, 3.5, 6.9, 7].map((credits) => imagesFor(credits, 'sd3.5-medium'))).toEqual([0, 0, 1, 1, 2]);
  expect([imagesFor(13, 'sd3.5-flash'), imagesFor(13, 'sd3.5-large')]).toEqual([5, 2]);
});
