import { expect, test } from '@jest/globals';
import { proRataUnits, refundRefusal, type RefundFacts } from './refund-rule.js';

const NOW = new Date('2026-03-15T12:00:00Z');
const fine: RefundFacts = {
  isLatest: true,
  isPaid: true,
  paidAt: new Date('2026-03-01T12:00:00Z'),
  refundedCents: 0,
  hasRefundFailed: false,
  grantedUnits: 2000,
  usedUnits: 200,
  usedBeforeUnits: 0,
};

test('the latest payment can be taken back on the fourteenth day with a tenth of its credits used', () => {
  expect(refundRefusal(fine, NOW)).toBeNull();
});

test.each<[string, Partial<RefundFacts>, string]>([
  ['an older payment', { isLatest: false }, 'REFUND_NOT_POSSIBLE'],
  ['one that was not paid', { isPaid: false }, 'REFUND_NOT_POSSIBLE'],
  ['one of unknown time', { paidAt: null }, 'REFUND_NOT_POSSIBLE'],
  ['one that was refunded in part', { refundedCents: 1 }, 'REFUND_NOT_POSSIBLE'],
  ['one whose refund the bank sent back', { hasRefundFailed: true }, 'REFUND_NOT_POSSIBLE'],
  ['one of more than fourteen days ago', { paidAt: new Date('2026-03-01T11:59:59Z') }, 'REFUND_NOT_POSSIBLE'],
  ['one with more than a tenth used', { usedUnits: 201 }, 'CREDITS_USED'],
  ['one with as much used of a plan refunded before', { usedUnits: 100, usedBeforeUnits: 101 }, 'CREDITS_USED'],
])('%s is refused', (_, facts, code) => {
  expect(refundRefusal({ ...fine, ...facts }, NOW)).toBe(code);
});

test.each([
  [2000, 999, 999, 2000],
  [2000, 500, 1000, 1000],
  [2000, 1, 999, 3],
  [2000, 0, 999, 0],
  [2000, 5, 0, 0],
  [2000, 2000, 999, 2000],
])('of %i units, %i of %i cents take back %i', (units, refunded, paid, taken) => {
  expect(proRataUnits(units, refunded, paid)).toBe(taken);
});
