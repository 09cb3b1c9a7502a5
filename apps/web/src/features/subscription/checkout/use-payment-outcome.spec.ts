import { expect, test } from '@jest/globals';
import { waitBefore } from './use-payment-outcome';

test('the provider is asked at once, soon for two seconds, then every other second, and seldom after half a minute', () => {
  const waits = Array.from({ length: 20 }, (_, times) => waitBefore(times));
  const [first, soon, usual, late] = [waits.slice(0, 1), waits.slice(1, 5), waits.slice(5, 18), waits.slice(18)];
  expect(first).toEqual([0]);
  expect(new Set(soon)).toEqual(new Set([500]));
  expect(new Set(usual)).toEqual(new Set([2_000]));
  expect(new Set(late)).toEqual(new Set([10_000]));
});
