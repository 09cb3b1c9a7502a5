import { GALLERY_PAGE_SIZE, type GalleryItem } from '@app/contracts';
import { useEffect, useMemo } from 'react';
import { shallowEqual } from 'react-redux';
import { imagesApi, type ImageList } from '../../../api/endpoints/images';
import { useAppDispatch, useAppSelector } from '../../../entities/app-state';
import type { ImageSource } from './use-image-page';
import type { PageSpan } from './use-page-span';

const { gallery, favorites } = imagesApi.endpoints;
const placeOf = (page: number) => ({ page, limit: GALLERY_PAGE_SIZE });

const askFor = (source: ImageSource, page: number) =>
  source.kind === 'gallery'
    ? gallery.initiate({ ...placeOf(page), ...source.filter })
    : favorites.initiate(placeOf(page));

const answerTo = (source: ImageSource, page: number) =>
  source.kind === 'gallery' ? gallery.select({ ...placeOf(page), ...source.filter }) : favorites.select(placeOf(page));

/** The pages of a span after its first, which are asked for and kept up to date while they are shown. */
export function useLaterPages(source: ImageSource, { from, to }: PageSpan) {
  const dispatch = useAppDispatch();
  const list = JSON.stringify(source);
  const pages = Array.from({ length: to - from }, (_, index) => from + 1 + index);
  useEffect(() => {
    const named = JSON.parse(list) as ImageSource;
    const asked = Array.from({ length: to - from }, (_, index) => dispatch(askFor(named, from + 1 + index)));
    return () => asked.forEach((each) => each.unsubscribe());
  }, [dispatch, list, from, to]);
  const lists = useAppSelector((state) => pages.map((page) => answerTo(source, page)(state).data), shallowEqual);
  const error = useAppSelector((state) => {
    const failed = pages.map((page) => answerTo(source, page)(state)).find(({ data, error: why }) => why && !data);
    return failed?.error ?? null;
  });
  const retry = () =>
    pages
      .filter((_, index) => lists[index] === undefined)
      .forEach((page) => dispatch(askFor(source, page)).unsubscribe());
  return { lists, error, isLoading: error === null && lists.includes(undefined), retry };
}

interface JoinedPages {
  items: readonly GalleryItem[] | null;
  pageOf: (id: string) => number | undefined;
}

/** The images of a span. While new ones are held back, those at the border of two pages are on both. */
export function useJoinedPages(
  first: readonly GalleryItem[] | null,
  later: readonly (ImageList | undefined)[],
  from: number,
): JoinedPages {
  return useMemo(() => {
    const pages = new Map<string, number>();
    const items = [first ?? [], ...later.map((list) => list?.data ?? [])].flatMap((data, index) =>
      data.filter(({ id }) => {
        if (pages.has(id)) return false;
        pages.set(id, from + index);
        return true;
      }),
    );
    return { items: first && items, pageOf: (id) => pages.get(id) };
  }, [first, later, from]);
}
