import { expect, test } from '@jest/globals';
import { Latencies, pairedRatio, spread } from './statistics.js';

test('interpolates the median and the quartiles', () => {
  expect(spread([4, 1, 3, 2])).toEqual({ q1: 1.75, median: 2.5, q3: 3.25 });
  expect(() => spread([])).toThrow('no values');
});

test('compares the values of each round', () => {
  expect(pairedRatio([2, 40, 6], [1, 10, 2]).median).toBe(3);
  expect(() => pairedRatio([1], [0])).toThrow('round 1');
});

test('reads percentiles of response times', () => {
  const latencies = new Latencies();
  for (let ms = 1; ms <= 100; ms += 1) latencies.record(ms);
  expect(latencies.percentile(50)).toBeCloseTo(50, 0);
  expect(latencies.percentile(99)).toBeCloseTo(99, 0);
  expect(latencies.count).toBe(100);
});
