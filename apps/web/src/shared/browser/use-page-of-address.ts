import { MAX_PAGE } from '@app/contracts';
import { useSearchParams } from 'react-router-dom';

/** `?page=3` of a list; what cannot be a page is the first. */
export function pageOf(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1;
}

/** The page of a list that the address names, and the way to another one, which Back undoes. */
export function usePageOfAddress(): [page: number, goTo: (page: number) => void] {
  const [search, setSearch] = useSearchParams();
  const goTo = (page: number) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (page === 1) next.delete('page');
        else next.set('page', String(page));
        return next;
      },
      { preventScrollReset: true },
    );
  return [pageOf(search), goTo];
}
