import { expect, test } from '@jest/globals';
import { Windows } from './windows.js';

test('a window lasts from its first request for its length, then a new one begins', () => {
  const windows = new Windows(1_000, 10);
  const first = windows.of('a', 5_000);
  first.untold = 3;
  expect(windows.of('a', 5_999)).toBe(first);
  expect(windows.of('a', 6_000)).toEqual({ endsAt: 7_000, told: 0, untold: 0 });
});

test('keys have windows of their own', () => {
  const windows = new Windows(1_000, 10);
  expect(windows.of('a', 0)).not.toBe(windows.of('b', 0));
});

test('there are never more than the most, and the oldest goes first', () => {
  const windows = new Windows(1_000, 3);
  const all = ['a', 'b', 'c', 'd'].map((key) => windows.of(key, 0));
  expect(windows.size).toBe(3);
  expect(windows.of('d', 0)).toBe(all[3]);
  expect(windows.of('b', 0)).toBe(all[1]);
  expect(windows.of('a', 0)).not.toBe(all[0]);
});

test('windows that are over make room as others begin', () => {
  const windows = new Windows(1_000, 1_000);
  for (let i = 0; i < 100; i += 1) windows.of(`old ${i}`, 0);
  for (let i = 0; i < 100; i += 1) windows.of(`new ${i}`, 1_000);
  expect(windows.size).toBe(100);
});
