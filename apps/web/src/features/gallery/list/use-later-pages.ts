import { GALLERY_PAGE_SIZE } from '@app/contracts';
import { useEffect, useRef, useState } from 'react';
import { shallowEqual } from 'react-redux';
import { imagesApi } from '../../../api/endpoints/images';
import { useAppDispatch, useAppSelector } from '../../../entities/app-state';
import { changeItems, type ChangeItem } from './change-items';
import { note, type ListMemory, type PageRange } from './list-memory';
import type { ImageSource } from './use-list-page-query';

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

interface LaterPages {
  source: ImageSource;
  range: PageRange & { memory: ListMemory };
  /** The pages that are looked at. */
  near: readonly PageRange[];
  /** The page after the range, if it is to be there as soon as somebody wants it: once its last page is looked at. */
  ahead: number | null;
  /** Pages to which images of the first one have moved. */
  moved: readonly number[];
  /** Length of the whole list, as the first page knows it. */
  total: number;
}

/**
 * The pages of a range after its first. Only those beside the ones that are `near` are kept up to date: the others stay as
 * they were known last until one comes near again.
 */
export function useLaterPages({ source, range, near, ahead, moved, total }: LaterPages) {
  const { from, to, memory } = range;
  const dispatch = useAppDispatch();
  const { pages, update } = useKnownPages(memory);
  const isNear = (page: number) => near.some((some) => page >= some.from - 1 && page <= some.to + 1);
  const wanted = Array.from({ length: to - from }, (_, index) => from + 1 + index).filter(
    (page) => isNear(page) || moved.includes(page) || !pages.has(page),
  );
  wanted.push(...moved.filter((page) => page > to));
  if (ahead !== null && near.some((some) => some.to === to) && !wanted.includes(ahead)) wanted.push(ahead);
  useAskedPages(source, wanted);
  const lists = useAppSelector((state) => wanted.map((page) => answerTo(source, page)(state).data), shallowEqual);
  const arrived = wanted.flatMap((page, index) => {
    const list = lists[index];
    if (!list || pages.get(page) === list.data) return [];
    // A page that knows of new images waits for the first one, which holds them back.
    return list.total > total && pages.has(page) ? [] : [[page, list.data] as const];
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
      update((before) => new Map([...before].map(([page, items]) => [page, changeItems(items, ids, change)])));
    },
  };
}
