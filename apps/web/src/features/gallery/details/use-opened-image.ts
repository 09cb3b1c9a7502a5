import type { GalleryItem } from '@app/contracts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { isApiError } from '../../../api/client/api-error';
import { useImageQuery } from '../../../api/endpoints/images';
import { pagesOf, useImagePage, type ImageSource } from '../list/use-image-page';
import type { PageSpan } from '../list/list-memory';
import { holdsPage } from '../list/use-page-span';

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
  span: PageSpan;
  pageOf: (id: string) => number | undefined;
  total: number;
}

/** The images before and after one of a list, over the borders of its pages. */
function useNeighbours(id: string | null, { source, items, span, pageOf, total }: List) {
  const at = items?.findIndex((item) => item.id === id) ?? -1;
  const { from, to } = span;
  const first = at === 0 && from > 1;
  const last = at >= 0 && at === (items?.length ?? 0) - 1 && to < pagesOf(total);
  const before = useImagePage(source, from - 1, first).currentData?.data.at(-1);
  const after = useImagePage(source, to + 1, last).currentData?.data[0];
  const place = (item: GalleryItem | undefined, page?: number): Place | null =>
    item ? { id: item.id, page: page ?? pageOf(item.id) ?? from, item } : null;
  if (at < 0) return { previous: null, next: null };
  return {
    previous: at > 0 ? place(items?.[at - 1]) : place(before, from - 1),
    next: place(items?.[at + 1]) ?? place(after, to + 1),
  };
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
  const { previous, next } = useNeighbours(id, list);
  // Also for Back: only what was opened here has the list behind it.
  const opened = (location.state as { opened?: boolean; moved?: boolean } | null) ?? {};

  const show = (place: Place) => {
    setAhead(place.item);
    void navigate(
      { search: withImage(search, place.id, place.page) },
      {
        replace: true,
        preventScrollReset: true,
        state: { opened: opened.opened, moved: (opened.moved ?? false) || !holdsPage(list.span, place.page) },
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
