import type { GalleryItem } from '@app/contracts';
import { useCallback, useEffect, useRef } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router-dom';
import { pagesOf } from './use-list-page-query';

interface PageChange {
  page: number;
  total: number;
  items: readonly GalleryItem[] | null;
  goTo: (page: number, replace?: boolean) => void;
}

/** Up to the heading when another page is shown, and back to the last page when the one that is shown has emptied. */
export function usePageChangeEffects({ page, total, items, goTo }: PageChange) {
  const heading = useRef<HTMLHeadingElement>(null);
  const toTop = useCallback(() => {
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, []);
  const shownPage = useRef(page);
  const filledPage = useRef<number | null>(null);
  const covered = useSearchParams()[0].has('image');
  // Back and forward lead to where one was on that page.
  const returned = useNavigationType() === NavigationType.Pop;

  useEffect(() => {
    if (shownPage.current === page) return;
    shownPage.current = page;
    // The details go on over the borders of pages; the list follows below them.
    if (!covered && !returned) toTop();
  }, [page, covered, returned, toTop]);

  useEffect(() => {
    if (items === null) return;
    if (items.length > 0) filledPage.current = page;
    else if (filledPage.current === page && total > 0 && page > pagesOf(total)) {
      // Once: a navigation that is repeated before it has ended begins anew.
      filledPage.current = null;
      goTo(pagesOf(total), true);
    }
  }, [items, page, total, goTo]);
  return { heading, toTop };
}
