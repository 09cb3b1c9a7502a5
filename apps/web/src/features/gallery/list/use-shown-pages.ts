import type { GalleryItem } from '@app/contracts';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { note, type ListMemory, type PageSpan } from './list-memory';
import { pagesOf, type ImageSource } from './use-image-page';
import { useFollowedPage } from './use-followed-page';
import { useJoinedPages, useLaterPages } from './use-later-pages';
import type { GrowingSpan } from './use-page-span';

interface Wanted {
  source: ImageSource;
  span: GrowingSpan;
  /** The images of the first page; null while they are loaded. */
  first: readonly GalleryItem[] | null;
  /** Length of the whole list. */
  total: number;
  /** The page of the address, which follows what is scrolled to. */
  page: number;
  follow: (page: number) => void;
}

/** All images of a span of pages, and what is to be known of its later pages. */
export function useShownPages({ source, span, first, total, page, follow }: Wanted) {
  const { memory, from } = span;
  const [near, setNear] = useState<(PageSpan & { memory: ListMemory }) | null>(null);
  const looked = { from: page, to: page };
  const later = useLaterPages({
    source,
    span,
    near: near?.memory === memory ? [near, looked] : [looked],
    // Rows change as it comes; they are to do so when they are asked to.
    ahead: span.isFull && span.to < pagesOf(total) ? span.to + 1 : null,
  });
  // After Back the list is there before its first page has been asked for again.
  const known = first ?? memory.first;
  useEffect(() => {
    if (first) note(memory, { first });
  }, [memory, first]);
  const { items, pageOf } = useJoinedPages(known, later.pages, span);
  const isCovered = useSearchParams()[0].has('image');
  useFollowedPage(span.to > from && !isCovered, { page, pageOf, follow });
  const onNear = useCallback(
    (next: PageSpan) =>
      setNear((before) =>
        before?.memory === memory && before.from === next.from && before.to === next.to ? before : { memory, ...next },
      ),
    [memory],
  );
  return { page, span, items, pageOf, later, onNear };
}

export type ShownPages = ReturnType<typeof useShownPages>;
