import { expect, test } from '@jest/globals';
import { graceEnd, isOpen, planOf, type ProviderStatus } from './subscription-access.js';

const NOW = new Date('2026-03-10T12:00:00Z');
const LATER = new Date('2026-03-10T12:00:01Z');

test.each<[ProviderStatus, Date | null, string | null]>([
  ['active', null, 'pro'],
  ['trialing', null, 'pro'],
  ['past_due', LATER, 'pro'],
  ['past_due', NOW, 'free'],
  ['incomplete', null, 'free'],
  ['incomplete_expired', null, 'free'],
  ['unpaid', LATER, 'free'],
  ['paused', null, 'free'],
  ['canceled', null, 'free'],
  ['unknown', null, null],
])('%s with grace until %p gives %p', (status, graceUntil, plan) => {
  expect(planOf({ status, plan: 'pro', graceUntil }, NOW)).toBe(plan);
});

test('only what runs or may run again is open', () => {
  expect((['active', 'trialing', 'past_due', 'incomplete', 'canceled', 'unpaid'] as const).map(isOpen)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('a failed renewal leaves the plan for seven days', () => {
  expect(graceEnd(new Date('2026-02-26T08:00:00Z'))).toEqual(new Date('2026-03-05T08:00:00Z'));
});
