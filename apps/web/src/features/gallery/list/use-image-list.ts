import { GALLERY_PAGE_SIZE, isOpen, type GalleryItem } from '@app/contracts';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { NO_ARRIVALS, type PendingArrivals } from './buffered-list';
import type { ChangeItem } from './change-items';
import { note, type ListMemory, type PageRange } from './list-memory';
import { pagesOf, type ImageSource } from './use-list-page-query';
import { useSyncPageToScroll } from './use-sync-page-to-scroll';
import { useMergedItems } from './use-merged-items';
import { useLaterPages } from './use-later-pages';
import type { GrowingRange } from './use-page-range';

interface Wanted {
  source: ImageSource;
  range: GrowingRange;
  /** The images of the first page; null while they are loaded. */
  first: readonly GalleryItem[] | null;
  /** Length of the whole list. */
  total: number;
  /** The page of the address, which follows what is scrolled to. */
  page: number;
  setPageFromScroll: (page: number) => void;
  /** New images that the first page holds back. */
  arrivals?: PendingArrivals;
}

/** The later pages to which new images have pushed those of the first page that are not finished yet. */
function movedPages(first: readonly GalleryItem[], { from }: PageRange, { before }: PendingArrivals): number[] {
  const pages = first.flatMap((item, index) =>
    isOpen(item) ? from + Math.floor((before + index) / GALLERY_PAGE_SIZE) : [],
  );
  return [...new Set(pages)].filter((page) => page > from);
}

/** All images of a range of pages, and what is to be known of its later pages. */
export function useImageList({ source, range, first, total, page, setPageFromScroll, arrivals = NO_ARRIVALS }: Wanted) {
  const { memory, from } = range;
  const [near, setNear] = useState<(PageRange & { memory: ListMemory }) | null>(null);
  const looked = { from: page, to: page };
  const later = useLaterPages({
    source,
    range,
    near: near?.memory === memory ? [near, looked] : [looked],
    // Rows change as it comes; they are to do so when they are asked to.
    ahead: range.isFull && range.to < pagesOf(total) ? range.to + 1 : null,
    moved: movedPages(first ?? [], range, arrivals),
    total,
  });
  // After Back the list is there before its first page has been asked for again.
  const known = first ?? memory.first;
  useEffect(() => {
    if (first) note(memory, { first });
  }, [memory, first]);
  const { items, pageOf, change: changeMerged } = useMergedItems({ first: known, later: later.pages, range, arrivals });
  const isCovered = useSearchParams()[0].has('image');
  useSyncPageToScroll(range.to > from && !isCovered, { page, pageOf, setPageFromScroll });
  const onNear = useCallback(
    (next: PageRange) =>
      setNear((before) =>
        before?.memory === memory && before.from === next.from && before.to === next.to ? before : { memory, ...next },
      ),
    [memory],
  );
  /** Changes images wherever they are shown. */
  const change = (ids: readonly string[], changeItem: ChangeItem) => {
    const removed = items?.filter((item) => ids.includes(item.id) && changeItem(item) === null) ?? [];
    arrivals.change(
      ids,
      changeItem,
      removed.map(({ id }) => id),
    );
    later.change(ids, changeItem);
    changeMerged(ids, changeItem);
  };
  return { page, range, items, pageOf, later, arrivals, change, onNear };
}

export type ImageList = ReturnType<typeof useImageList>;
