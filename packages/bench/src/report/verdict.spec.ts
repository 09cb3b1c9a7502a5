import { expect, test } from '@jest/globals';
import { atLeast, atMost, isBroken, verdictOf, type Finding } from './verdict.js';

test.each([
  [0.6, 'met'],
  [0.59, 'near'],
  [0.48, 'near'],
  [0.47, 'missed'],
] as const)('of at least 0.6, %d is %s', (measured, verdict) => {
  expect(verdictOf(measured, atLeast(0.6))).toBe(verdict);
});

test.each([
  [1.25, 'met'],
  [1.26, 'near'],
  [1.5, 'near'],
  [1.51, 'missed'],
] as const)('of at most 1.25, %d is %s', (measured, verdict) => {
  expect(verdictOf(measured, atMost(1.25))).toBe(verdict);
});

test('where nothing was promised, a figure is recorded', () => {
  expect(verdictOf(4711, null)).toBe('recorded');
});

test('a promise is broken as soon as it is not met, a speed never', () => {
  const once = (value: number) => ({ q1: value, median: value, q3: value });
  const finding: Finding = { budget: 'b', what: 'w', unit: 'count', measured: once(1), goal: atMost(1) };
  expect(isBroken({ ...finding, mustHold: true })).toBe(false);
  expect(isBroken({ ...finding, measured: once(1.01), mustHold: true })).toBe(true);
  expect(isBroken({ ...finding, measured: once(100) })).toBe(false);
});
