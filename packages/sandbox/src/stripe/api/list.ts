import type { WireList } from '../store/wire.js';
import { noSuch } from './errors.js';
import type { Range } from './params.js';

interface PageParams {
  limit: number;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
}

/**
 * One page of a list.
 * @param objects all that fit, oldest first; the service shows the newest first
 */
export function pageOf<T extends { id: string; object?: string }>(
  url: string,
  objects: T[],
  { limit, starting_after: after, ending_before: before }: PageParams,
): WireList<T> {
  const newestFirst = objects.toReversed();
  const place = (id: string, param: string) => {
    const index = newestFirst.findIndex((object) => object.id === id);
    if (index < 0) throw noSuch(newestFirst[0]?.object ?? 'object', id, param);
    return index;
  };
  if (before !== undefined) {
    const end = place(before, 'ending_before');
    const start = Math.max(0, end - limit);
    return listOf(url, newestFirst.slice(start, end), start > 0);
  }
  const start = after === undefined ? 0 : place(after, 'starting_after') + 1;
  return listOf(url, newestFirst.slice(start, start + limit), start + limit < newestFirst.length);
}

export const listOf = <T>(url: string, data: T[], hasMore = false): WireList<T> => ({
  object: 'list',
  data,
  has_more: hasMore,
  url,
});

/** Whether a time lies in the range that a list asks for. */
export const isWithin = (time: number, range: Range | undefined): boolean => {
  if (!range) return true;
  const { gt, gte, lt, lte } = { gt: undefined, lt: undefined, ...range };
  return !(
    (gt !== undefined && time <= gt) ||
    (gte !== undefined && time < gte) ||
    (lt !== undefined && time >= lt) ||
    (lte !== undefined && time > lte)
  );
};

/** Keeps what equals every filter that was given. */
export const matches = <T extends object>(object: T, filters: Partial<Record<keyof T, unknown>>): boolean =>
  Object.entries(filters).every(([name, wanted]) => wanted === undefined || object[name as keyof T] === wanted);
