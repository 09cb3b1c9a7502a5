import { describe, expect, test } from '@jest/globals';
import { median, pairedDifference, pairedRatio, quantile, spread } from './statistics.js';

describe('quantiles', () => {
  test('the median of an odd number of values is the one in the middle, in whatever order they come', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  test('the median of an even number of values lies between the two in the middle', () => {
    expect(median([1, 2, 4, 100])).toBe(3);
  });

  test('quartiles are interpolated between neighbours', () => {
    expect(spread([4, 1, 2, 3])).toEqual({ q1: 1.75, median: 2.5, q3: 3.25 });
  });

  test('values are compared as numbers, not as text', () => {
    expect(spread([10, 9, 100])).toEqual({ q1: 9.5, median: 10, q3: 55 });
  });

  test('one value is its own quartiles', () => {
    expect(spread([7])).toEqual({ q1: 7, median: 7, q3: 7 });
  });

  test('of nothing there is none', () => {
    expect(() => quantile([], 0.5)).toThrow('no quantile of nothing');
  });

  test('the measurements are left in the order of their rounds', () => {
    const rounds = [3, 1, 2];
    spread(rounds);
    expect(rounds).toEqual([3, 1, 2]);
  });
});

describe('pairs', () => {
  test('a round that was slow for both says nothing about either', () => {
    // The medians alone, 30 and 20, would say 1.5.
    expect(pairedRatio([20, 200, 30], [10, 100, 20]).median).toBe(2);
  });

  test('differences are taken round by round', () => {
    expect(pairedDifference([5, 50, 7], [4, 40, 6])).toEqual({ q1: 1, median: 1, q3: 5.5 });
  });

  test('a round without a partner is refused', () => {
    expect(() => pairedRatio([1, 2], [1])).toThrow('as many');
    expect(() => pairedDifference([1], [1, 2])).toThrow('as many');
  });

  test('a yardstick that measured nothing is refused, and the round named', () => {
    expect(() => pairedRatio([1, 2], [1, 0])).toThrow('Round 2');
  });
});
