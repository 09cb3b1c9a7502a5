import { PLAN_TERMS, toUnits, type PaidPlan, type PaymentProviderId } from '@app/contracts';
import { monthKey, topUpKey } from './grant-keys.js';
import { currentMonth, expiryOf, grantMonths } from './grant-months.js';
import { topUpUnits } from './plan-change.js';

export interface PaidInvoice {
  provider: PaymentProviderId;
  providerInvoiceId: string;
  reason: 'start' | 'renewal' | 'upgrade';
  plan: PaidPlan;
  isAnnual: boolean;
  periodStart: Date;
  periodEnd: Date;
  paidAt: Date;
}

export interface DueGrant {
  kind: 'plan_month' | 'plan_topup';
  sourceKey: string;
  units: number;
  monthEndsAt: Date;
  expiresAt: Date;
}

export interface DueGrants {
  grants: DueGrant[];
  nextGrantAt: Date | null;
  /** False in the gap before a renewal is paid: nothing has come yet that ends other credits. */
  isRunning: boolean;
}

interface Situation {
  invoices: readonly PaidInvoice[];
  anchor: Date;
  isRenewed: boolean;
  now: Date;
}

const NONE: DueGrants = { grants: [], nextGrantAt: null, isRunning: false };
const earliest = (dates: (Date | undefined)[]): Date | null =>
  dates.filter((date) => date !== undefined).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
const byPayment = (a: PaidInvoice, b: PaidInvoice): number => a.paidAt.getTime() - b.paidAt.getTime();

export function dueGrants({ invoices, anchor, isRenewed, now }: Situation): DueGrants {
  const paid = invoices.toSorted(byPayment);
  const periods = paid.filter(({ reason }) => reason !== 'upgrade');
  // The provider's clock may be ahead of ours.
  const later = periods.map(({ periodStart }) => periodStart).filter((start) => start > now);
  const base = periods.findLast(({ periodStart }) => periodStart <= now);
  if (!base) return { ...NONE, nextGrantAt: earliest(later) };
  const months = grantMonths({ anchor, ...base });
  const month = currentMonth(months, now);
  if (!month) return { ...NONE, nextGrantAt: earliest(later) };
  const next = months.find(({ number }) => number === month.number + 1);
  const lifetime = { monthEndsAt: month.ends, expiresAt: expiryOf(month, next !== undefined || isRenewed) };
  // By its begin: a renewal is paid an hour into its period, and the upgrade may be faster.
  const upgrades = paid.filter(({ reason, periodStart }) => reason === 'upgrade' && periodStart >= base.periodStart);
  // An upgrade decides from the month after it on.
  const governing = upgrades.findLast(({ paidAt }) => paidAt <= month.starts) ?? base;
  const monthly: DueGrant = {
    kind: 'plan_month',
    sourceKey: monthKey(governing, month.number),
    units: toUnits(PLAN_TERMS[governing.plan].monthlyCredits),
    ...lifetime,
  };
  let from = governing.plan;
  const topUps = upgrades
    .filter(({ paidAt }) => paidAt > month.starts)
    .map((upgrade): DueGrant => {
      const units = topUpUnits({ from, to: upgrade.plan, month, at: upgrade.paidAt });
      from = upgrade.plan;
      return { kind: 'plan_topup', sourceKey: topUpKey(upgrade), units, ...lifetime };
    });
  return {
    grants: [monthly, ...topUps.filter(({ units }) => units > 0)],
    nextGrantAt: earliest([...later, next?.starts]),
    isRunning: now < month.ends,
  };
}
