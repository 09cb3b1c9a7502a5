import { expect, test } from '@jest/globals';
import { toCredits, toUnits } from './credits.js';

test.each([
  [0, 0],
  [0.1, 1],
  [2.5, 25],
  [6.5, 65],
  [0.3, 3],
  [1.1, 11],
  [500, 5000],
])('%d credits are %i units', (credits, units) => {
  expect(toUnits(credits)).toBe(units);
  expect(toCredits(units)).toBe(credits);
});

test('converts units to credits and back without loss', () => {
  const amounts = Array.from({ length: 10_001 }, (_, units) => units);
  expect(amounts.filter((units) => toUnits(toCredits(units)) !== units)).toEqual([]);
});

test.each([
  [0.1 + 0.2, 3],
  [1.1 + 2.2, 33],
  [6.5 * 3 - 0.1, 194],
])('rounds the floating-point sum %d to %i units', (credits, units) => {
  expect(toUnits(credits)).toBe(units);
});
