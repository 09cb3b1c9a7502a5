import { describe, expect, test } from '@jest/globals';
import { dueGrants, type PaidInvoice } from './due-grants.js';
import { addMonths } from './grant-months.js';

const at = (text: string): Date => new Date(`${text}Z`);
const BOUGHT = at('2026-01-31T10:00:00');
const invoice = (id: string, more: Partial<PaidInvoice> = {}): PaidInvoice => ({
  provider: 'stripe',
  providerInvoiceId: id,
  reason: 'start',
  plan: 'pro',
  isAnnual: false,
  periodStart: BOUGHT,
  periodEnd: addMonths(BOUGHT, 1),
  paidAt: BOUGHT,
  ...more,
});
const due = (invoices: PaidInvoice[], now: Date, isRenewed = true) =>
  dueGrants({ invoices, anchor: BOUGHT, isRenewed, now });

test('a paid month brings its credits, which wait 48 hours for the next', () => {
  expect(due([invoice('in_1')], BOUGHT)).toEqual({
    grants: [
      {
        kind: 'plan_month',
        sourceKey: 'plan:stripe:in_1:m1',
        units: 2000,
        monthEndsAt: at('2026-02-28T10:00:00'),
        expiresAt: at('2026-03-02T10:00:00'),
      },
    ],
    nextGrantAt: null,
    isRunning: true,
  });
});

test('the last month of a cancelled plan ends on time', () => {
  expect(due([invoice('in_1')], BOUGHT, false).grants[0]?.expiresAt).toEqual(at('2026-02-28T10:00:00'));
});

test('without a paid invoice nothing is due', () => {
  expect(due([], BOUGHT)).toEqual({ grants: [], nextGrantAt: null, isRunning: false });
});

test('the gap before a renewal still has the credits of the last month, and no more after it', () => {
  const gap = due([invoice('in_1')], at('2026-02-28T10:30:00'));
  expect([gap.grants.length, gap.isRunning]).toEqual([1, false]);
  expect(due([invoice('in_1')], at('2026-03-02T10:00:00')).grants).toEqual([]);
});

test('a year brings twelve months, each in its time', () => {
  const year = invoice('in_y', { isAnnual: true, periodEnd: addMonths(BOUGHT, 12) });
  const keys = new Set<string>();
  for (let day = 0; day < 365; day += 1) {
    const { grants } = due([year], new Date(BOUGHT.getTime() + day * 86_400_000));
    expect(grants).toHaveLength(1);
    keys.add(grants[0]?.sourceKey ?? '');
  }
  expect([...keys]).toEqual(Array.from({ length: 12 }, (_, index) => `plan:stripe:in_y:m${index + 1}`));
  expect(due([year], BOUGHT).nextGrantAt).toEqual(at('2026-02-28T10:00:00'));
  expect(due([year], at('2027-01-15T00:00:00')).nextGrantAt).toBeNull();
});

const upgrade = (paidAt: Date, more: Partial<PaidInvoice> = {}): PaidInvoice =>
  invoice('in_up', { reason: 'upgrade', plan: 'enterprise', periodStart: paidAt, paidAt, ...more });

test('an upgrade adds the difference for the rest of the month', () => {
  const half = at('2026-02-14T10:00:00');
  expect(due([invoice('in_1'), upgrade(half)], half).grants).toMatchObject([
    { sourceKey: 'plan:stripe:in_1:m1', units: 2000, monthEndsAt: at('2026-02-28T10:00:00') },
    { kind: 'plan_topup', sourceKey: 'topup:stripe:in_up', units: 1500, monthEndsAt: at('2026-02-28T10:00:00') },
  ]);
});

test('an upgrade in the last moment brings nothing', () => {
  const late = at('2026-02-28T09:59:59');
  expect(due([invoice('in_1'), upgrade(late)], late).grants).toHaveLength(1);
});

test('after an upgrade of a year, the next months are of the new plan', () => {
  const year = invoice('in_y', { isAnnual: true, periodEnd: addMonths(BOUGHT, 12) });
  const raised = upgrade(at('2026-02-14T10:00:00'), { isAnnual: true, periodEnd: addMonths(BOUGHT, 12) });
  expect(due([year, raised], at('2026-03-01T00:00:00')).grants).toMatchObject([
    { kind: 'plan_month', sourceKey: 'plan:stripe:in_up:m2', units: 5000 },
  ]);
});

describe('a renewal', () => {
  const [start, paidAt] = [addMonths(BOUGHT, 1), at('2026-02-28T11:00:00')];
  const renewal = invoice('in_2', { reason: 'renewal', periodStart: start, periodEnd: addMonths(BOUGHT, 2), paidAt });
  const MONTH = [{ kind: 'plan_month', sourceKey: 'plan:stripe:in_2:m1', units: 2000 }];

  test('follows its own invoice, and no upgrade of the period before it', () => {
    expect(due([invoice('in_1'), renewal], paidAt).grants).toMatchObject(MONTH);
    expect(due([renewal, upgrade(at('2026-02-14T10:00:00')), invoice('in_1')], paidAt).grants).toMatchObject(MONTH);
  });

  test('that is paid only after an upgrade of its period keeps the upgrade', () => {
    const raised = upgrade(at('2026-02-28T10:30:00'), { providerInvoiceId: 'in_early' });
    expect(due([invoice('in_1'), raised, renewal], paidAt).grants).toMatchObject([
      ...MONTH,
      { kind: 'plan_topup', sourceKey: 'topup:stripe:in_early', units: 2997 },
    ]);
  });

  test('that is paid before its period begins is due when it begins', () => {
    const before = at('2026-02-28T09:00:00');
    expect(due([renewal, invoice('in_1')], before)).toMatchObject({
      grants: [{ sourceKey: 'plan:stripe:in_1:m1' }],
      nextGrantAt: start,
    });
    const year = invoice('in_y', { isAnnual: true, periodEnd: addMonths(BOUGHT, 12) });
    const next = { ...renewal, periodStart: addMonths(BOUGHT, 12), periodEnd: addMonths(BOUGHT, 24), isAnnual: true };
    expect(due([next, year], BOUGHT).nextGrantAt).toEqual(start);
  });
});

test('a paid period that begins in the future, by a clock ahead of ours, is due when it begins', () => {
  const early = new Date(BOUGHT.getTime() - 5_000);
  expect(due([invoice('in_1')], early)).toEqual({ grants: [], nextGrantAt: BOUGHT, isRunning: false });
  expect(due([invoice('in_1')], BOUGHT).grants).toHaveLength(1);
});
