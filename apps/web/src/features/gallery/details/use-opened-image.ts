import { GALLERY_PAGE_SIZE, type GalleryItem } from '@app/contracts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { isApiError } from '../../../api/client/api-error';
import { useImageQuery } from '../../../api/endpoints/images';
import type { PendingArrivals } from '../list/buffered-list';
import { useListPageQuery, type ImageSource } from '../list/use-list-page-query';
import type { PageRange } from '../list/list-memory';
import { holdsPage } from '../list/use-page-range';

/** The search of an address that shows this image over the list, or the list alone. */
export function withImage(search: string, id: string | null, page?: number): string {
  const next = new URLSearchParams(search);
  if (id === null) next.delete('image');
  else next.set('image', id);
  if (page === 1) next.delete('page');
  else if (page !== undefined) next.set('page', String(page));
  return next.toString();
}

export interface Place {
  id: string;
  page: number;
  item: GalleryItem;
}

interface List {
  source: ImageSource;
  items: readonly GalleryItem[] | null;
  /** The page of the address. */
  page: number;
  /** The pages of `items`. */
  range: PageRange;
  pageOf: (id: string) => number | undefined;
  arrivals: Pick<PendingArrivals, 'before' | 'showArrived'>;
  total: number;
}

/** The image at this place of the whole list, and its page; none where nothing is `wanted`. */
function useImageAt(source: ImageSource, at: number, wanted: boolean): Place | null {
  const page = Math.floor(at / GALLERY_PAGE_SIZE) + 1;
  const item = useListPageQuery(source, page, wanted).currentData?.data[at % GALLERY_PAGE_SIZE];
  return wanted && item ? { id: item.id, page, item } : null;
}

interface Neighbours {
  previous: Place | null;
  next: Place | null;
}

const NO_NEIGHBOURS: Neighbours = { previous: null, next: null };

/** The images before and after one of a list, over the borders of its pages. What is held back is not between them. */
function useListedNeighbours(
  id: string | null,
  { source, items, range, pageOf, arrivals: { before }, total }: List,
): Neighbours | null {
  const at = items?.findIndex((item) => item.id === id) ?? -1;
  const count = items?.length ?? 0;
  const start = (range.from - 1) * GALLERY_PAGE_SIZE;
  const end = before > 0 ? start + before + count : range.to * GALLERY_PAGE_SIZE;
  const previous = useImageAt(source, start + before - 1, at === 0 && range.from > 1);
  const next = useImageAt(source, end, at >= 0 && at === count - 1 && end < total);
  const place = (item: GalleryItem | undefined): Place | null =>
    item ? { id: item.id, page: pageOf(item.id) ?? range.from, item } : null;
  if (at < 0) return null;
  return { previous: place(items?.[at - 1]) ?? previous, next: place(items?.[at + 1]) ?? next };
}

/** Of one that has left the list, such as a favorite that is none any more, those that it had. */
function useNeighbours(id: string | null, list: List, isThere: boolean): Neighbours {
  const listed = useListedNeighbours(id, list);
  const [last, setLast] = useState({ id, ...NO_NEIGHBOURS });
  if (listed && (last.id !== id || last.previous?.id !== listed.previous?.id || last.next?.id !== listed.next?.id))
    setLast({ id, ...listed });
  return listed ?? (isThere && last.id === id ? last : NO_NEIGHBOURS);
}

export function useOpenedImage(list: List) {
  const [params] = useSearchParams();
  const location = useLocation();
  const { search } = location;
  const navigate = useNavigate();
  const id = params.get('image');
  const listed = list.items?.find((item) => item.id === id);
  const { currentData, error, isFetching, refetch } = useImageQuery(
    id !== null && list.items && !listed ? id : skipToken,
  );
  const [known, setKnown] = useState<GalleryItem | null>(null);
  // What is turned to from outside of the list is shown before it is fetched.
  const [ahead, setAhead] = useState<GalleryItem | null>(null);
  // What has just left the list is shown on while it is asked for by itself, and until it is known to be gone: another
  // tab may have deleted it.
  const isGone = isApiError(error) && error.status === 404;
  const item = listed ?? (isGone ? null : (currentData ?? [known, ahead].find((one) => one?.id === id) ?? null));
  if (item !== null && item !== known) setKnown(item);
  const { previous, next } = useNeighbours(id, list, item !== null);
  // Also for Back: only what was opened here has the list behind it.
  const opened = (location.state as { opened?: boolean; moved?: boolean } | null) ?? {};

  const show = (place: Place) => {
    setAhead(place.item);
    // Pushed onto a page that is shown as it was before.
    if (list.pageOf(place.id) === undefined && holdsPage(list.range, place.page)) list.arrivals.showArrived();
    void navigate(
      { search: withImage(search, place.id, place.page) },
      {
        replace: true,
        preventScrollReset: true,
        state: { opened: opened.opened, moved: (opened.moved ?? false) || !holdsPage(list.range, place.page) },
      },
    );
  };
  const close = () => {
    if (opened.opened && !opened.moved) void navigate(-1);
    else void navigate({ search: withImage(search, null) }, { replace: true, preventScrollReset: true });
  };
  return {
    id,
    item: id === null ? null : item,
    error: item ? undefined : error,
    isRetrying: isFetching,
    /** For an image that could not be loaded. */
    retry: () => void refetch(),
    page: list.page,
    previous,
    next,
    show,
    close,
    lastId: known?.id ?? null,
  };
}

export type OpenedImage = ReturnType<typeof useOpenedImage>;
