import { addMonths } from '../../domain/grant-months.js';

const DAY_MS = 86_400_000;
/** PayPal charges at a time of day of its own, and a plan that was changed on a short month's last day keeps that day. */
const EARLY_MS = 5 * DAY_MS;

export interface PaidPeriod {
  start: Date;
  end: Date;
}

interface Paid {
  at: Date;
  isAnnual: boolean;
}

/** Whole months between two times, where `at` may be early. */
function monthsBetween(anchor: Date, at: Date): number {
  let months = 0;
  while (addMonths(anchor, months + 1).getTime() - EARLY_MS <= at.getTime()) months += 1;
  return months;
}

/**
 * The period that each payment is for, counted from the first one. PayPal tells no periods, and the time of the next
 * payment that it tells can be wrong. A payment never shares its period with the one before.
 */
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
