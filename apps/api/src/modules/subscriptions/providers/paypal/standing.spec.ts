import { expect, test } from '@jest/globals';
import { billedPeriods } from './billed-periods.js';
import { CANCEL_REASON, standingOf, type Standing } from './standing.js';

const NOW = new Date('2026-01-20T12:00:00Z');
const OVER = new Date('2026-02-15T12:00:00Z');

const billed = (...statuses: string[]) =>
  billedPeriods(
    statuses.map((status, month) => ({
      id: `${month}`,
      status,
      at: new Date(Date.UTC(2026, month, 15, 12)),
      cents: 999,
      plan: 'pro',
      isAnnual: false,
    })),
  );

test.each<[string, string[], string | undefined, Date, Standing['status'], Partial<Standing>]>([
  [
    'ACTIVE',
    ['COMPLETED'],
    undefined,
    NOW,
    'active',
    { isRenewed: true, cancelAtPeriodEnd: false, billing: 'running' },
  ],
  ['ACTIVE', ['PARTIALLY_REFUNDED'], undefined, NOW, 'active', {}],
  ['ACTIVE', ['COMPLETED', 'DECLINED'], undefined, OVER, 'past_due', { isRenewed: true }],
  ['SUSPENDED', ['COMPLETED', 'DECLINED'], undefined, OVER, 'past_due', { isRenewed: false, cancelAtPeriodEnd: true }],
  ['CANCELLED', ['COMPLETED', 'DECLINED'], CANCEL_REASON, OVER, 'canceled', {}],
  ['ACTIVE', ['COMPLETED', 'PENDING'], undefined, OVER, 'active', {}],
  ['ACTIVE', [], undefined, NOW, 'incomplete', { billing: 'running' }],
  ['ACTIVE', ['PENDING'], undefined, NOW, 'incomplete', {}],
  ['ACTIVE', ['DECLINED'], undefined, NOW, 'incomplete', { billing: 'must_stop' }],
  ['CANCELLED', ['DECLINED'], CANCEL_REASON, NOW, 'incomplete_expired', { billing: 'stopped' }],
  [
    'SUSPENDED',
    ['COMPLETED'],
    undefined,
    NOW,
    'active',
    { cancelAtPeriodEnd: true, isRenewed: false, billing: 'running' },
  ],
  ['SUSPENDED', ['COMPLETED'], undefined, OVER, 'canceled', { billing: 'must_stop' }],
  ['SUSPENDED', ['REFUNDED'], undefined, NOW, 'canceled', { billing: 'must_stop' }],
  ['CANCELLED', ['COMPLETED'], 'I do not need it', NOW, 'active', { cancelAtPeriodEnd: true, billing: 'stopped' }],
  ['CANCELLED', ['COMPLETED'], CANCEL_REASON, NOW, 'canceled', { billing: 'stopped' }],
  ['CANCELLED', ['REFUNDED'], undefined, NOW, 'canceled', {}],
  ['CANCELLED', ['COMPLETED'], undefined, OVER, 'canceled', {}],
  ['EXPIRED', ['COMPLETED'], undefined, NOW, 'canceled', { billing: 'stopped' }],
  ['NEW_STATE', ['COMPLETED'], undefined, NOW, 'unknown', { billing: 'running' }],
])('%s with the payments %j, "%s", at %s is %s', (status, payments, note, now, expected, more) => {
  expect(standingOf({ status, note, billed: billed(...payments), now })).toMatchObject({ status: expected, ...more });
});
