import { useEffect, useState } from 'react';
import { useStore } from 'react-redux';
import { useLocation, useSearchParams } from 'react-router-dom';

/** The pages of a list that are shown one below the other. */
export interface PageSpan {
  from: number;
  to: number;
}

export interface GrowingSpan extends PageSpan {
  /** As long as it gets. */
  isFull: boolean;
  extend: () => void;
}

/** From here on another page takes the place of these: the foot of the page can be reached, and a phone stays quick. */
const MOST_PAGES = 8;

export const holdsPage = ({ from, to }: PageSpan, page: number): boolean => page >= from && page <= to;

/** Of an app, by entry of the history, so that Back leads to all that was shown. */
const spansOfApps = new WeakMap<object, Map<string, PageSpan>>();

function spansOf(app: object): Map<string, PageSpan> {
  const spans = spansOfApps.get(app) ?? new Map<string, PageSpan>();
  spansOfApps.set(app, spans);
  return spans;
}

/** Marks an address that only follows what is scrolled to. */
export const FOLLOWED = { followed: true };

/** Begins with the page of the address and grows by `extend`; the address may follow within it. */
export function usePageSpan(page: number, list: string): GrowingSpan {
  const { key, ...location } = useLocation();
  const spans = spansOf(useStore());
  const isFollowed = (location.state as Partial<typeof FOLLOWED> | null)?.followed === true;
  const isCovered = useSearchParams()[0].has('image');
  const known = spans.get(key);
  const kept = known && holdsPage(known, page) ? known : { from: page, to: page };
  const [shown, setShown] = useState({ list, page, key, span: kept });
  let { span } = shown;
  if (shown.list !== list || shown.page !== page || shown.key !== key) {
    const goesOn = shown.list === list && holdsPage(span, page) && (isFollowed || isCovered);
    if (!goesOn) span = kept;
    setShown({ list, page, key, span });
  }
  useEffect(() => {
    if (span.to > span.from) spans.set(key, span);
  }, [spans, key, span]);
  return {
    ...span,
    isFull: span.to - span.from + 1 >= MOST_PAGES,
    extend: () => setShown({ list, page, key, span: { ...span, to: span.to + 1 } }),
  };
}
