import { expect, test } from '@jest/globals';
import { microsecondsBetween, requireLinux } from './cpu-time.js';

test('what several processes computed is added up, in microseconds', () => {
  const before = new Map([
    [1, 5_000],
    [2, 1_000],
  ]);
  const after = new Map([
    [1, 9_000],
    [2, 2_000],
  ]);
  expect(microsecondsBetween(before, after)).toBe(5);
});

test('a process that came in between counts from its beginning, one that ended is left out', () => {
  expect(microsecondsBetween(new Map([[1, 7_000]]), new Map([[2, 3_000]]))).toBe(3);
});

test('elsewhere than on Linux it says why it cannot measure', () => {
  expect(() => requireLinux('darwin')).toThrow('needs Linux');
  expect(() => requireLinux('linux')).not.toThrow();
});
