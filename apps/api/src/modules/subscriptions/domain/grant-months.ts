import { ANNUAL_GRANTS, RENEWAL_GAP_HOURS } from '@app/contracts';

const HOUR_MS = 3_600_000;

export interface GrantMonth {
  number: number;
  starts: Date;
  ends: Date;
}

/** In UTC; the last day of a month that has no such day. */
export function addMonths(anchor: Date, months: number): Date {
  const moved = new Date(anchor);
  moved.setUTCDate(1);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate();
  moved.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return moved;
}

const calendarMonths = (from: Date, to: Date): number =>
  (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();

interface PaidPeriod {
  /** The day of purchase, which all months follow. */
  anchor: Date;
  periodStart: Date;
  periodEnd: Date;
  isAnnual: boolean;
}

/** One month, or the twelve of a year. */
export function grantMonths({ anchor, periodStart, periodEnd, isAnnual }: PaidPeriod): GrantMonth[] {
  if (!isAnnual) return [{ number: 1, starts: periodStart, ends: periodEnd }];
  const first = calendarMonths(anchor, periodStart);
  // Never before the anchor: the provider may round a period's begin to the second.
  return Array.from({ length: ANNUAL_GRANTS }, (_, index) => ({
    number: index + 1,
    starts: index === 0 ? periodStart : addMonths(anchor, first + index),
    ends: index === ANNUAL_GRANTS - 1 ? periodEnd : addMonths(anchor, first + index + 1),
  }));
}

/** During the gap before a renewal is paid, the last one. Null before and after. */
export function currentMonth(months: readonly GrantMonth[], now: Date): GrantMonth | null {
  const running = months.find(({ starts, ends }) => starts <= now && now < ends);
  if (running) return running;
  const last = months.at(-1);
  return last && last.ends <= now && now < expiryOf(last, true) ? last : null;
}

/** Until the next grant, unless none will come. */
export const expiryOf = ({ ends }: GrantMonth, continues: boolean): Date =>
  continues ? new Date(ends.getTime() + RENEWAL_GAP_HOURS * HOUR_MS) : ends;
