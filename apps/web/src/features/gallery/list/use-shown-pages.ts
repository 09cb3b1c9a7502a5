import type { GalleryItem } from '@app/contracts';
import { useSearchParams } from 'react-router-dom';
import type { ImageSource } from './use-image-page';
import { useFollowedPage } from './use-followed-page';
import { useJoinedPages, useLaterPages } from './use-later-pages';
import type { GrowingSpan } from './use-page-span';

interface Wanted {
  source: ImageSource;
  span: GrowingSpan;
  /** The images of the first page; null while they are loaded. */
  first: readonly GalleryItem[] | null;
  /** The page of the address, which follows what is scrolled to. */
  page: number;
  follow: (page: number) => void;
}

/** All images of a span of pages, and what is to be known of its later pages. */
export function useShownPages({ source, span, first, page, follow }: Wanted) {
  const later = useLaterPages(source, span);
  const { items, pageOf } = useJoinedPages(first, later.lists, span.from);
  const isCovered = useSearchParams()[0].has('image');
  useFollowedPage(span.to > span.from && !isCovered, { page, pageOf, follow });
  return { page, span, items, pageOf, later };
}

export type ShownPages = ReturnType<typeof useShownPages>;
