import { invalidRequest } from '../api/errors.js';
import type { Stored } from '../store/wire.js';

export interface Interval {
  interval: 'day' | 'week' | 'month' | 'year';
  count: number;
}

/** @throws ApiFault 400 for a price that is paid once */
export function intervalOf({ id, recurring }: Stored<'price'>): Interval {
  if (recurring) return { interval: recurring.interval as Interval['interval'], count: recurring.interval_count };
  throw invalidRequest(
    `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`: ${id}`,
    { param: 'items[0][price]' },
  );
}

export const isSameInterval = (a: Interval, b: Interval): boolean => a.interval === b.interval && a.count === b.count;

/**
 * The first end of a period after `time`, counted from `anchor`: an anchor on the 31st ends in shorter months on their
 * last day, and on the 31st again after that. All in seconds.
 */
export function periodEndAfter(anchor: number, time: number, interval: Interval): number {
  let steps = Math.max(0, Math.floor((time - anchor) / (LONGEST[interval.interval] * interval.count)));
  let end = add(anchor, interval, steps);
  while (end <= time) {
    steps += 1;
    end = add(anchor, interval, steps);
  }
  return end;
}

const DAY = 86_400;
const LONGEST = { day: DAY, week: 7 * DAY, month: 31 * DAY, year: 366 * DAY };

function add(anchor: number, { interval, count }: Interval, steps: number): number {
  const amount = count * steps;
  if (interval === 'day') return anchor + amount * DAY;
  if (interval === 'week') return anchor + amount * 7 * DAY;
  const start = new Date(anchor * 1000);
  const months = start.getUTCMonth() + amount * (interval === 'year' ? 12 : 1);
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), months + 1, 0)).getUTCDate();
  const end = new Date(anchor * 1000);
  end.setUTCFullYear(start.getUTCFullYear(), months, Math.min(start.getUTCDate(), lastDay));
  return Math.floor(end.getTime() / 1000);
}
