import { GALLERY_PAGE_SIZE, isOpen, type GalleryItem } from '@app/contracts';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { NOTHING_HELD, type HeldBack } from './buffered-list';
import type { ChangeItem } from './change-items';
import { note, type ListMemory, type PageSpan } from './list-memory';
import { pagesOf, type ImageSource } from './use-image-page';
import { useFollowedPage } from './use-followed-page';
import { useJoinedPages } from './use-joined-pages';
import { useLaterPages } from './use-later-pages';
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
  /** New images that the first page holds back. */
  held?: HeldBack;
}

/** The later pages to which new images have pushed those of the first page that are not finished yet. */
function movedPages(first: readonly GalleryItem[], { from }: PageSpan, { before }: HeldBack): number[] {
  const pages = first.flatMap((item, index) =>
    isOpen(item) ? from + Math.floor((before + index) / GALLERY_PAGE_SIZE) : [],
  );
  return [...new Set(pages)].filter((page) => page > from);
}

/** All images of a span of pages, and what is to be known of its later pages. */
export function useShownPages({ source, span, first, total, page, follow, held = NOTHING_HELD }: Wanted) {
  const { memory, from } = span;
  const [near, setNear] = useState<(PageSpan & { memory: ListMemory }) | null>(null);
  const looked = { from: page, to: page };
  const later = useLaterPages({
    source,
    span,
    near: near?.memory === memory ? [near, looked] : [looked],
    // Rows change as it comes; they are to do so when they are asked to.
    ahead: span.isFull && span.to < pagesOf(total) ? span.to + 1 : null,
    moved: movedPages(first ?? [], span, held),
    total,
  });
  // After Back the list is there before its first page has been asked for again.
  const known = first ?? memory.first;
  useEffect(() => {
    if (first) note(memory, { first });
  }, [memory, first]);
  const { items, pageOf, change: changeJoined } = useJoinedPages({ first: known, later: later.pages, span, held });
  const isCovered = useSearchParams()[0].has('image');
  useFollowedPage(span.to > from && !isCovered, { page, pageOf, follow });
  const onNear = useCallback(
    (next: PageSpan) =>
      setNear((before) =>
        before?.memory === memory && before.from === next.from && before.to === next.to ? before : { memory, ...next },
      ),
    [memory],
  );
  /** Changes images wherever they are shown. */
  const change = (ids: readonly string[], changeItem: ChangeItem) => {
    const removed = items?.filter((item) => ids.includes(item.id) && changeItem(item) === null) ?? [];
    held.change(
      ids,
      changeItem,
      removed.map(({ id }) => id),
    );
    later.change(ids, changeItem);
    changeJoined(ids, changeItem);
  };
  return { page, span, items, pageOf, later, held, change, onNear };
}

export type ShownPages = ReturnType<typeof useShownPages>;
