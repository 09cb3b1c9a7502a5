import { expect, test } from '@jest/globals';
import { drawn, oneOfEach } from './drawn.js';

const CASES = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1', 'c2'];
const kindOf = (one: string): string => one.charAt(0);
const days = (count: number): number[] => Array.from({ length: count }, (_, day) => 20_000 + day);

test.each([1, 2, 3, 7, 50])('of %i parts each day has one, and as many days have every case', (parts) => {
  const drawnOn = days(parts).map((turn) => drawn(CASES, parts, { isWhole: false, turn }));
  for (const some of drawnOn) expect(some.length).toBeGreaterThanOrEqual(Math.floor(CASES.length / parts) || 1);
  expect([...new Set(drawnOn.flat())].toSorted()).toEqual(CASES);
});

test('each day meets a case of each kind, and the days together all cases', () => {
  const drawnOn = days(6).map((turn) => oneOfEach(CASES, kindOf, { isWhole: false, turn }));
  for (const some of drawnOn) expect(some.map(kindOf)).toEqual(['a', 'b', 'c']);
  expect([...new Set(drawnOn.flat())].toSorted()).toEqual(CASES);
});

test('where everything is asked for, nothing is left out', () => {
  expect(drawn(CASES, 3, { isWhole: true })).toEqual(CASES);
  expect(oneOfEach(CASES, kindOf, { isWhole: true })).toEqual(CASES);
});

test('of nothing, nothing is drawn', () => {
  expect([drawn([], 3, { isWhole: false }), oneOfEach([], kindOf, { isWhole: false })]).toEqual([[], []]);
});
