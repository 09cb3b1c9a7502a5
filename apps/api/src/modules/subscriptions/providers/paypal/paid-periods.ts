import { addMonths } from '../../domain/grant-months.js';

const DAY_MS = 86_400_000;
/** PayPal charges at its own time of day, and keeps a short month's last day after a plan change. */
const EARLY_MS = 5 * DAY_MS;

export interface PaidPeriod {
  start: Date;
  end: Date;
}

interface Paid {
  at: Date;
  isAnnual: boolean;
}

function monthsBetween(anchor: Date, at: Date): number {
  let months = 0;
  while (addMonths(anchor, months + 1).getTime() - EARLY_MS <= at.getTime()) months += 1;
  return months;
}

/** PayPal reports no periods, so they are counted from the first payment. No two payments share one. */
export function paidPeriods(payments: readonly Paid[]): PaidPeriod[] {
  const [first] = payments;
  if (!first) return [];
  let paidMonths = 0;
  return payments.map(({ at, isAnnual }) => {
    const begun = Math.max(paidMonths, monthsBetween(first.at, at));
    paidMonths = begun + (isAnnual ? 12 : 1);
    return { start: addMonths(first.at, begun), end: addMonths(first.at, paidMonths) };
  });
}
