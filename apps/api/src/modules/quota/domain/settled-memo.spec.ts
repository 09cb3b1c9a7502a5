import { expect, test } from '@jest/globals';
import { SettledMemo } from './settled-memo.js';

const memoAt = (capacity?: number) => {
  const clock = { now: 0 };
  return { clock, memo: new SettledMemo(capacity, () => clock.now) };
};

test('remembers until the time has passed, and not longer', () => {
  const { clock, memo } = memoAt();
  memo.remember('a', 500);
  clock.now = 499;
  expect(memo.has('a')).toBe(true);
  clock.now = 500;
  expect(memo.has('a')).toBe(false);
});

test('remembers nobody for more than an hour', () => {
  const { clock, memo } = memoAt();
  memo.remember('a', 30 * 86_400_000);
  clock.now = 3_599_999;
  expect(memo.has('a')).toBe(true);
  clock.now = 3_600_000;
  expect(memo.has('a')).toBe(false);
});

test('knows nobody else', () => {
  const { memo } = memoAt();
  memo.remember('a', 500);
  expect(memo.has('b')).toBe(false);
});

test('forgets the one it was told of longest ago when it is full', () => {
  const { memo } = memoAt(2);
  for (const name of ['a', 'b', 'a', 'c']) memo.remember(name, 500);
  expect(['a', 'b', 'c'].map((name) => memo.has(name))).toEqual([true, false, true]);
});
