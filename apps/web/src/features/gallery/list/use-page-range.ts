import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useUser } from '../../../api/auth/use-session';
import { newMemory, note, remember, visitsOf, type ListMemory, type PageRange } from './list-memory';

export interface GrowingRange extends PageRange {
  /** The last page that comes by itself. */
  until: number;
  /** Whether it grows by `showMore` only. */
  isFull: boolean;
  extend: () => void;
  showMore: () => void;
  memory: ListMemory;
}

/** So many pages come by themselves; then the foot of the page can be reached, and more come on demand. */
const PAGES_AT_ONCE = 8;

export const holdsPage = ({ from, to }: PageRange, page: number): boolean => page >= from && page <= to;

/** Marks an address that only follows what is scrolled to. */
export const FROM_SCROLL = { fromScroll: true };

const beginAt = (page: number): ListMemory => newMemory({ from: page, to: page, until: page + PAGES_AT_ONCE - 1 });

/** Begins with the page of the address and grows by `extend`; the address may follow what is scrolled to within it. */
export function usePageRange(page: number, list: string): GrowingRange {
  const { key, ...location } = useLocation();
  const visits = visitsOf(useStore(), useUser()?.id);
  const isFromScroll = (location.state as Partial<typeof FROM_SCROLL> | null)?.fromScroll === true;
  const isCovered = useSearchParams()[0].has('image');
  const begin = () => {
    const known = visits.get(key);
    const memory = known && holdsPage(known.range, page) ? known : beginAt(page);
    return { memory, range: memory.range };
  };
  const [shown, setShown] = useState(() => ({ list, page, key, ...begin() }));
  useTopAfterReload(isFromScroll);
  let { memory, range } = shown;
  if (shown.list !== list || shown.page !== page || shown.key !== key) {
    const goesOn = shown.list === list && holdsPage(range, page) && (isFromScroll || isCovered);
    if (!goesOn) ({ memory, range } = begin());
    setShown({ list, page, key, memory, range });
  }
  const entry = useRef(key);
  useEffect(() => {
    // An address from scrolling has taken the place of the one before.
    if (isFromScroll && entry.current !== key) visits.delete(entry.current);
    entry.current = key;
    note(memory, { range });
    if (range.to > range.from) remember(visits, key, memory);
  }, [visits, key, isFromScroll, memory, range]);
  const grow = (until: number) => setShown({ list, page, key, memory, range: { ...range, to: range.to + 1, until } });
  return {
    ...range,
    memory,
    isFull: range.to >= range.until,
    extend: () => grow(range.until),
    showMore: () => grow(range.to + PAGES_AT_ONCE),
  };
}

/**
 * A list that is loaded anew begins with the page that was looked at: the distance from the top, with the pages above, is
 * not to be restored then. The router notes it as the document goes.
 */
function useTopAfterReload(isFromScroll: boolean): void {
  useEffect(() => {
    if (!isFromScroll) return undefined;
    const leave = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) window.scrollTo({ top: 0, behavior: 'instant' });
    };
    addEventListener('pagehide', leave, { capture: true });
    return () => removeEventListener('pagehide', leave, { capture: true });
  }, [isFromScroll]);
}
