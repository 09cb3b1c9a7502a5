import { expect, test } from '@jest/globals';
import type { ChangeKind, PaidPlan } from '@app/contracts';
import { changeKind, topUpUnits } from './plan-change.js';

const choice = (text: string) => {
  const [plan, interval] = text.split(' ') as [PaidPlan, string];
  return { plan, isAnnual: interval === 'annual' };
};

test.each<[string, string, ChangeKind | null]>([
  ['pro monthly', 'pro monthly', null],
  ['pro monthly', 'enterprise monthly', 'upgrade'],
  ['pro annual', 'enterprise annual', 'upgrade'],
  ['enterprise monthly', 'pro monthly', 'downgrade'],
  ['enterprise annual', 'pro annual', 'downgrade'],
  ['pro monthly', 'pro annual', 'interval'],
  ['pro annual', 'pro monthly', 'interval'],
  ['pro monthly', 'enterprise annual', 'interval'],
  ['enterprise annual', 'pro monthly', 'interval'],
])('from %s to %s is %p', (current, wanted, kind) => {
  expect(changeKind(choice(current), choice(wanted))).toBe(kind);
});

test('without a subscription every plan is new', () => {
  expect(changeKind(null, choice('pro annual'))).toBe('new');
});

const month = { starts: new Date('2026-03-01T00:00:00Z'), ends: new Date('2026-03-31T00:00:00Z') };

test.each([
  ['2026-03-01T00:00:00Z', 3000],
  ['2026-03-16T00:00:00Z', 1500],
  ['2026-03-30T00:00:00Z', 100],
  ['2026-03-31T00:00:00Z', 0],
  ['2026-04-05T00:00:00Z', 0],
  ['2026-02-01T00:00:00Z', 3000],
])('an upgrade at %s adds %i units', (at, units) => {
  expect(topUpUnits({ from: 'pro', to: 'enterprise', month, at: new Date(at) })).toBe(units);
});

test('a downgrade adds nothing', () => {
  expect(topUpUnits({ from: 'enterprise', to: 'pro', month, at: month.starts })).toBe(0);
});
