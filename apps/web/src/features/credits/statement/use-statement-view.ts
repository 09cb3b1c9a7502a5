import { STATEMENT_KINDS, type StatementFilter } from '@app/contracts';
import { useSearchParams } from 'react-router-dom';
import { pageOf } from '../../../shared/browser/use-page-of-address';

/** A day of the calendar; `2026-02-30` is none. */
const isDay = (text: string | null): text is string => {
  const time = text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
};

function readView(search: URLSearchParams): { page: number; filter: StatementFilter } {
  const [from, to] = [search.get('from'), search.get('to')];
  const kind = STATEMENT_KINDS.find((known) => known === search.get('kind'));
  return {
    page: pageOf(search),
    filter: { ...(isDay(from) && { from }), ...(isDay(to) && { to }), ...(kind && { kind }) },
  };
}

/** What part of the statement the address asks for; what it cannot mean is left out. */
export function useStatementView() {
  const [search, setSearch] = useSearchParams();
  const change = (values: Record<string, string | undefined>, replace: boolean) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace, preventScrollReset: true },
    );
  return {
    ...readView(search),
    goTo: (page: number) => change({ page: page === 1 ? undefined : String(page) }, false),
    /** Another filter has other pages: it begins with its first. */
    narrow: (filter: { [name in keyof StatementFilter]?: string | undefined }) =>
      change({ ...filter, page: undefined }, true),
    clear: () => change({ from: undefined, to: undefined, kind: undefined, page: undefined }, true),
  };
}
