import { expect, test } from '@jest/globals';
import { atLeast, atMost, formatGoal, formatMeasured, isBroken, verdictOf } from './report.js';

const exactly = (value: number) => ({ q1: value, median: value, q3: value });

test.each([
  [3.1, atLeast(3), 'met'],
  [2.5, atLeast(3), 'within 20 %'],
  [2.3, atLeast(3), 'missed'],
  [1.2, atMost(1.25), 'met'],
  [1.5, atMost(1.25), 'within 20 %'],
  [1.6, atMost(1.25), 'missed'],
  [1, undefined, 'recorded'],
])('compares %d with %j: %s', (value, goal, verdict) => {
  expect(verdictOf({ measured: exactly(value), ...(goal && { goal }) })).toBe(verdict);
});

test('allows no tolerance for promises', () => {
  const finding = { what: '', unit: 'count' as const, goal: atMost(0), mustHold: true };
  expect(isBroken({ ...finding, measured: exactly(0) })).toBe(false);
  expect(isBroken({ ...finding, measured: exactly(0.1) })).toBe(true);
});

test('formats a median with its quartiles, and a single value alone', () => {
  expect(formatMeasured({ measured: { q1: 1.006, median: 1.07, q3: 1.119 }, unit: 'ratio' })).toBe('1.07× (1.01–1.12)');
  expect(formatGoal({ unit: 'share', goal: atLeast(0.99) })).toBe('≥ 99.0 %');
});
