import { useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useUser } from '../../../api/auth/use-session';
import { newMemory, note, remember, visitsOf, type ListMemory, type PageSpan } from './list-memory';

export interface GrowingSpan extends PageSpan {
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

export const holdsPage = ({ from, to }: PageSpan, page: number): boolean => page >= from && page <= to;

/** Marks an address that only follows what is scrolled to. */
export const FOLLOWED = { followed: true };

const beginAt = (page: number): ListMemory => newMemory({ from: page, to: page, until: page + PAGES_AT_ONCE - 1 });

/** Begins with the page of the address and grows by `extend`; the address may follow within it. */
export function usePageSpan(page: number, list: string): GrowingSpan {
  const { key, ...location } = useLocation();
  const visits = visitsOf(useStore(), useUser()?.id);
  const isFollowed = (location.state as Partial<typeof FOLLOWED> | null)?.followed === true;
  const isCovered = useSearchParams()[0].has('image');
  const begin = () => {
    const known = visits.get(key);
    const memory = known && holdsPage(known.span, page) ? known : beginAt(page);
    return { memory, span: memory.span };
  };
  const [shown, setShown] = useState(() => ({ list, page, key, ...begin() }));
  useTopAfterReload(isFollowed);
  let { memory, span } = shown;
  if (shown.list !== list || shown.page !== page || shown.key !== key) {
    const goesOn = shown.list === list && holdsPage(span, page) && (isFollowed || isCovered);
    if (!goesOn) ({ memory, span } = begin());
    setShown({ list, page, key, memory, span });
  }
  const entry = useRef(key);
  useEffect(() => {
    // A followed address has taken the place of the one before.
    if (isFollowed && entry.current !== key) visits.delete(entry.current);
    entry.current = key;
    note(memory, { span });
    if (span.to > span.from) remember(visits, key, memory);
  }, [visits, key, isFollowed, memory, span]);
  const grow = (until: number) => setShown({ list, page, key, memory, span: { ...span, to: span.to + 1, until } });
  return {
    ...span,
    memory,
    isFull: span.to >= span.until,
    extend: () => grow(span.until),
    showMore: () => grow(span.to + PAGES_AT_ONCE),
  };
}

/**
 * A list that is loaded anew begins with the page that was looked at: the distance from the top, with the pages above, is
 * not to be restored then. The router notes it as the document goes.
 */
function useTopAfterReload(isFollowed: boolean): void {
  useEffect(() => {
    if (!isFollowed) return undefined;
    const leave = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) window.scrollTo({ top: 0, behavior: 'instant' });
    };
    addEventListener('pagehide', leave, { capture: true });
    return () => removeEventListener('pagehide', leave, { capture: true });
  }, [isFollowed]);
}
