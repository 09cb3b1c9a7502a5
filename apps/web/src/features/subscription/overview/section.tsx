import { useId, type ReactNode } from 'react';
import { errorProps } from '../../../api/client/error-text';
import { useLocale } from '../../../shared/i18n/locale-context';
import { ErrorState } from '../../../shared/ui/feedback/error-state';
import { Loading, Skeleton } from '../../../shared/ui/feedback/skeleton';
import { Pagination } from '../../../shared/ui/navigation/pagination';

interface SectionProps<T> {
  title: string;
  /** Beside the title. */
  action?: ReactNode;
  /** A query's result: each section loads, fails and is retried by itself. */
  query: {
    /** What was loaded last, also while another page is wanted. */
    data?: T | undefined;
    currentData?: T | undefined;
    error?: unknown;
    isLoading: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
  failed: string;
  skeletonClass: string;
  children: (data: T) => ReactNode;
  /** Below the content, or what says that it could not be loaded. */
  pager?: ReactNode;
}

export function Section<T>({ title, action, query, failed, skeletonClass, children, pager }: SectionProps<T>) {
  const id = useId();
  const locale = useLocale();
  const { data, currentData, error, isLoading, isFetching } = query;
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {action}
      </div>
      {error && currentData === undefined ? (
        <ErrorState
          title={failed}
          {...errorProps(error, locale)}
          retrying={isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Loading active={isLoading} placeholder={<Skeleton className={`w-full rounded-sheet ${skeletonClass}`} />}>
          {data === undefined ? null : children(data)}
        </Loading>
      )}
      {pager}
    </section>
  );
}

interface PagerProps {
  list: { total: number; limit: number } | undefined;
  page: number;
  onPage: (page: number) => void;
}

export function Pager({ list, page, onPage }: PagerProps) {
  return <Pagination page={page} pages={list ? Math.ceil(list.total / list.limit) : 0} onChange={onPage} />;
}

export function Empty({ children }: { children: ReactNode }) {
  return <p className="rounded-control border border-line px-4 py-5 text-sm text-ink-3">{children}</p>;
}

/** A list of rows whose columns stand below each other: what it is, status, amount, action. */
export const ROWS_STYLE =
  'grid divide-y divide-line overflow-hidden rounded-sheet border border-line bg-surface ' +
  'sm:grid-cols-[minmax(0,1fr)_auto_auto_auto]';
export const ROW_STYLE =
  'tabular flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:col-span-full sm:grid sm:grid-cols-subgrid';
