/** As PayPal writes times: to the second. */
export const timeOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

export type IntervalUnit = 'DAY' | 'WEEK' | 'MONTH' | 'YEAR';
const DAY_MS = 86_400_000;

/** `count` intervals after `start`; the 31st becomes the last day of a shorter month. */
export function addIntervals(start: number, unit: IntervalUnit, count: number): number {
  if (unit === 'DAY') return start + count * DAY_MS;
  if (unit === 'WEEK') return start + count * 7 * DAY_MS;
  const date = new Date(start);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + count * (unit === 'YEAR' ? 12 : 1));
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}
