import { describe, expect, test } from '@jest/globals';
import { toCredits } from '../quota/credits.js';
import { ANNOUNCED_MODELS, CHEAPEST_UNITS, isDalleModel, isSelectableModel, MODELS, priceUnits } from './models.js';

describe('the price of an image, in credits', () => {
  test.each([
    ['sd3.5-large', 6.5, 6.5],
    ['sd3.5-large-turbo', 4, 4],
    ['sd3.5-medium', 3.5, 3.5],
    ['sd3.5-flash', 2.5, 2.5],
    ['dall-e-3', 2, 3],
    ['dall-e-2', 1, 2],
    ['openai-dall-e', 1, 2],
  ])('of %s is %d, in hd %d', (model, standard, hd) => {
    expect(toCredits(priceUnits(model))).toBe(standard);
    expect(toCredits(priceUnits(model, 'standard'))).toBe(standard);
    expect(toCredits(priceUnits(model, 'hd'))).toBe(hd);
  });

  test.each(['stable-diffusion-xl', '', 'SD3.5-LARGE', 'dall-e-4', 'constructor', '__proto__'])(
    'of a model outside the list (%j) is that of the default model, in hd too',
    (model) => {
      expect(toCredits(priceUnits(model))).toBe(3.5);
      expect(toCredits(priceUnits(model, 'hd'))).toBe(3.5);
    },
  );

  test('is a whole number of units for every model', () => {
    const prices = MODELS.flatMap((model) => [priceUnits(model), priceUnits(model, 'hd')]);
    expect(prices.filter((units) => !Number.isInteger(units) || units <= 0)).toEqual([]);
  });

  test('has the cheapest selectable model as its minimum', () => {
    expect(CHEAPEST_UNITS).toBe(25);
  });
});

test('announced models are not selectable', () => {
  expect(MODELS.filter((model) => isSelectableModel(model) === isDalleModel(model))).toEqual([]);
  expect(MODELS.filter((model) => !isSelectableModel(model))).toEqual([...ANNOUNCED_MODELS]);
});
