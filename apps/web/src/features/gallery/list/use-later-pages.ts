import { GALLERY_PAGE_SIZE, type GalleryItem } from '@app/contracts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { shallowEqual } from 'react-redux';
import { imagesApi } from '../../../api/endpoints/images';
import { useAppDispatch, useAppSelector } from '../../../entities/app-state';
import { note, type ListMemory, type PageSpan } from './list-memory';
import type { ImageSource } from './use-image-page';

const { gallery, favorites } = imagesApi.endpoints;
const placeOf = (page: number) => ({ page, limit: GALLERY_PAGE_SIZE });

const askFor = (source: ImageSource, page: number) =>
  source.kind === 'gallery'
    ? gallery.initiate({ ...placeOf(page), ...source.filter })
    : favorites.initiate(placeOf(page));

const answerTo = (source: ImageSource, page: number) =>
  source.kind === 'gallery' ? gallery.select({ ...placeOf(page), ...source.filter }) : favorites.select(placeOf(page));

type Pages = ListMemory['pages'];

/** Pages that come near are asked for, and kept up to date until they are far again. */
function useAskedPages(source: ImageSource, pages: readonly number[]): void {
  const dispatch = useAppDispatch();
  const asked = useRef(new Map<string, { unsubscribe: () => void }>());
  const wanted = JSON.stringify({ source, pages });
  useEffect(() => {
    const named = JSON.parse(wanted) as { source: ImageSource; pages: number[] };
    const before = asked.current;
    const now = named.pages.map((page) => {
      const key = JSON.stringify([named.source, page]);
      return [key, before.get(key) ?? dispatch(askFor(named.source, page))] as const;
    });
    asked.current = new Map(now);
    for (const [key, each] of before) if (!asked.current.has(key)) each.unsubscribe();
  }, [dispatch, wanted]);
  useEffect(
    () => () => {
      asked.current.forEach((each) => each.unsubscribe());
      asked.current = new Map();
    },
    [],
  );
}

/** The pages as they were known last. */
function useKnownPages(memory: ListMemory) {
  const [known, setKnown] = useState({ memory, pages: memory.pages });
  let { pages } = known;
  if (known.memory !== memory) {
    pages = memory.pages;
    setKnown({ memory, pages });
  }
  useEffect(() => {
    note(memory, { pages });
  }, [memory, pages]);
  const update = (change: (before: Pages) => Pages) =>
    setKnown((before) => ({ ...before, pages: change(before.pages) }));
  return { pages, update };
}

/** As it was known last, or null where it has left the list. */
export type ChangeItem = (item: GalleryItem) => GalleryItem | null;

interface LaterPages {
  source: ImageSource;
  span: PageSpan & { memory: ListMemory };
  /** The pages that are looked at. */
  near: readonly PageSpan[];
  /** The page after the span, if it is to be there as soon as somebody wants it: once its last page is looked at. */
  ahead: number | null;
}

/**
 * The pages of a span after its first. Only those beside the ones that are `near` are kept up to date: the others stay as
 * they were known last until one comes near again.
 */
export function useLaterPages({ source, span, near, ahead }: LaterPages) {
  const { from, to, memory } = span;
  const dispatch = useAppDispatch();
  const { pages, update } = useKnownPages(memory);
  const isNear = (page: number) => near.some((some) => page >= some.from - 1 && page <= some.to + 1);
  const wanted = Array.from({ length: to - from }, (_, index) => from + 1 + index).filter(
    (page) => isNear(page) || !pages.has(page),
  );
  if (ahead !== null && near.some((some) => some.to === to)) wanted.push(ahead);
  useAskedPages(source, wanted);
  const lists = useAppSelector((state) => wanted.map((page) => answerTo(source, page)(state).data), shallowEqual);
  const arrived = wanted.flatMap((page, index) => {
    const items = lists[index]?.data;
    return items && pages.get(page) !== items ? [[page, items] as const] : [];
  });
  if (arrived.length > 0) update((before) => new Map([...before, ...arrived]));
  const missing = wanted.filter((page, index) => page <= to && !pages.has(page) && !lists[index]);
  const error = useAppSelector((state) => {
    const failed = missing.map((page) => answerTo(source, page)(state)).find(({ error: why }) => why);
    return failed?.error ?? null;
  });
  return {
    pages,
    error,
    isLoading: error === null && missing.length > 0,
    retry: () => missing.forEach((page) => dispatch(askFor(source, page)).unsubscribe()),
    /** Changes images also on pages that are not kept up to date. */
    change: (ids: readonly string[], change: ChangeItem) => {
      const changed = new Set(ids);
      const isChanged = ({ id }: GalleryItem) => changed.has(id);
      const changeAll = (items: readonly GalleryItem[]) =>
        items.some(isChanged) ? items.flatMap((item) => (isChanged(item) ? (change(item) ?? []) : item)) : items;
      update((before) => new Map([...before].map(([page, items]) => [page, changeAll(items)])));
    },
  };
}

interface JoinedPages {
  items: readonly GalleryItem[] | null;
  pageOf: (id: string) => number | undefined;
}

/** The images of a span. While new ones are held back, those at the border of two pages are on both. */
export function useJoinedPages(
  first: readonly GalleryItem[] | null,
  later: Pages,
  { from, to }: PageSpan,
): JoinedPages {
  return useMemo(() => {
    const pages = new Map<string, number>();
    const lists = [first ?? [], ...Array.from({ length: to - from }, (_, index) => later.get(from + 1 + index) ?? [])];
    const items = lists.flatMap((data, index) =>
      data.filter(({ id }) => {
        if (pages.has(id)) return false;
        pages.set(id, from + index);
        return true;
      }),
    );
    return { items: first && items, pageOf: (id) => pages.get(id) };
  }, [first, later, from, to]);
}
