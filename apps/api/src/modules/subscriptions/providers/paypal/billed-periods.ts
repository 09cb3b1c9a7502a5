import { addMonths } from '../../domain/grant-months.js';
import type { PlanChoice } from '../../domain/plan-change.js';
import { paidPeriods, type PaidPeriod } from './paid-periods.js';

export interface Transaction extends PlanChoice {
  id: string;
  status: string;
  at: Date;
  cents: number;
}

export interface BilledPeriod extends Transaction, PaidPeriod {
  isFirst: boolean;
}

export const isPaid = ({ status }: Transaction): boolean =>
  ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status);
export const isRefused = (transaction: Transaction | undefined): boolean => transaction?.status === 'DECLINED';

/** Oldest first. A payment that was refused several times counts once, at its first attempt. */
export function billedPeriods(transactions: readonly Transaction[]): BilledPeriod[] {
  const attempts = transactions.filter((one, index) => !(isRefused(one) && isRefused(transactions[index - 1])));
  const periods = paidPeriods(attempts.filter(isPaid))[Symbol.iterator]();
  let last: PaidPeriod | undefined;
  return attempts.map((attempt) => {
    const isFirst = last === undefined;
    if (!isPaid(attempt)) {
      const start = last?.end ?? attempt.at;
      return { ...attempt, isFirst, start, end: addMonths(start, attempt.isAnnual ? 12 : 1) };
    }
    last = periods.next().value ?? last;
    return { ...attempt, isFirst, ...(last ?? { start: attempt.at, end: attempt.at }) };
  });
}
