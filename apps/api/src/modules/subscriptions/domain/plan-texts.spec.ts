import { LOCALES, type PaymentProviderId } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { pricedPlans } from './plan-texts.js';

const OFFER = {
  providers: [] as PaymentProviderId[],
  hasBatches: true,
  inFlight: { free: 1, pro: 2, enterprise: 3 },
};

test.each(LOCALES)('the plans have their prices, credits and saving in %s', (locale) => {
  const [free, pro, enterprise] = pricedPlans(locale, { ...OFFER, providers: ['stripe'] });
  expect(free).toMatchObject({ id: 'free', monthlyPrice: 0, annualPrice: 0, monthlyImages: 0, providers: [] });
  expect(pro).toMatchObject({
    id: 'plan-pro',
    monthlyPrice: 9.99,
    annualPrice: 99.99,
    annualSaving: { amount: 19.89, percent: 17 },
    monthlyCredits: 200,
    monthlyImages: 57,
    popular: true,
    providers: ['stripe'],
  });
  expect(enterprise).toMatchObject({ monthlyPrice: 29.99, annualPrice: 299.99, monthlyImages: 142 });
});

test('both languages say as much', () => {
  const [en, zh] = LOCALES.map((locale) => pricedPlans(locale, OFFER));
  expect(en?.map(({ features }) => features.length)).toEqual(zh?.map(({ features }) => features.length));
});

test.each(LOCALES)('plans sell batches only where these are switched on, in %s', (locale) => {
  const sold = (hasBatches: boolean) => pricedPlans(locale, { ...OFFER, hasBatches }).flatMap((plan) => plan.features);
  expect(sold(true).filter((line) => /Batches|批量/.test(line))).toHaveLength(2);
  expect(sold(false).filter((line) => /Batches|批量/.test(line))).toEqual([]);
});

test('the plans have the limits of this installation', () => {
  expect(pricedPlans('en', OFFER).map(({ inFlightLimit }) => inFlightLimit)).toEqual([1, 2, 3]);
});
