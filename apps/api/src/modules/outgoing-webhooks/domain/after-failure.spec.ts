import { expect, test } from '@jest/globals';
import { afterFailure, type FailedAttempt } from './after-failure.js';

const FIRST: FailedAttempt = { type: 'credits.low', attempt: 1, enabled: true, failingDays: 0 };

test('retries after 5 s, 5 min, 30 min, 2, 5, 10 and 14 h, then gives up', () => {
  const waits = Array.from({ length: 8 }, (_, n) => afterFailure({ ...FIRST, attempt: n + 1 }).retrySeconds);
  expect(waits).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, null]);
});

test('disables an endpoint that has failed for five days', () => {
  expect(afterFailure({ ...FIRST, failingDays: 4.9 })).toEqual({ retrySeconds: 5, isFailure: true, disables: false });
  expect(afterFailure({ ...FIRST, failingDays: 5 })).toEqual({ retrySeconds: null, isFailure: true, disables: true });
});

test('tries a test, and what goes to a disabled endpoint, once and without consequence', () => {
  const none = { retrySeconds: null, isFailure: false, disables: false };
  expect(afterFailure({ ...FIRST, type: 'test', failingDays: 6 })).toEqual(none);
  expect(afterFailure({ ...FIRST, enabled: false, failingDays: 6 })).toEqual(none);
});
