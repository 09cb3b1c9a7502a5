import type { Answer, Batch } from '@app/contracts';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { errorProps } from '../../api/client/error-text';
import { formatCredits } from '../../shared/format/format';
import { useFormatDate } from '../../shared/format/use-format-date';
import { useAddress, useLocale } from '../../shared/i18n/locale-context';
import { Button } from '../../shared/ui/actions/button';
import { EmptyState } from '../../shared/ui/feedback/empty-state';
import { ErrorState } from '../../shared/ui/feedback/error-state';
import { Loading, Skeleton } from '../../shared/ui/feedback/skeleton';
import { Pagination } from '../../shared/ui/navigation/pagination';
import { endedRows } from './run/batch-status';
import { BatchBadge } from './status-badge';

interface PastBatchesProps {
  query: {
    /** The page that was loaded last, also while another one is wanted. */
    data?: Answer<'batches.list'> | undefined;
    currentData?: Answer<'batches.list'> | undefined;
    error?: unknown;
    isLoading: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
  page: number;
  onPage: (page: number) => void;
}

export function PastBatches({
  query: { data, currentData, error, isLoading, isFetching, refetch },
  page,
  onPage,
}: PastBatchesProps) {
  const { t } = useTranslation('batch');
  const locale = useLocale();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const pages = data ? Math.ceil(data.total / data.limit) : 0;
  const toLastPage = () => {
    // The button goes.
    heading.current?.focus({ preventScroll: true });
    onPage(pages);
  };
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 ref={heading} id={id} tabIndex={-1} className="text-xl">
        {t('past.title')}
      </h2>
      {error && !currentData ? (
        <ErrorState
          title={t('past.failed')}
          {...errorProps(error, locale)}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading active={isLoading} placeholder={<Skeleton className="h-32 w-full rounded-sheet" />}>
          {data && data.data.length > 0 ? (
            <ul className="tabular grid border-t border-line sm:grid-cols-[minmax(0,1fr)_auto_auto_auto]">
              {data.data.map((batch) => (
                <PastBatch key={batch.id} batch={batch} />
              ))}
            </ul>
          ) : pages > 0 ? (
            <EmptyState
              title={t('past.pageGone')}
              action={<Button onClick={toLastPage}>{t('past.pageLast')}</Button>}
            />
          ) : (
            <p className="rounded-control border border-line px-4 py-5 text-sm text-ink-3">{t('past.empty')}</p>
          )}
        </Loading>
      )}
      {/* Beyond the last page, the way back leads to it. */}
      <Pagination page={Math.min(page, pages + 1)} pages={pages} onChange={onPage} />
    </section>
  );
}

function PastBatch({ batch }: { batch: Batch }) {
  const { t } = useTranslation('batch');
  const locale = useLocale();
  const to = useAddress();
  const formatDate = useFormatDate();
  const { id, name, row_count: count, created_at, credits_used, source } = batch;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3 sm:col-span-full sm:grid sm:grid-cols-subgrid">
      <span className="grid min-w-44 flex-1 justify-items-start sm:min-w-0">
        <Link to={to('batch', { params: { id } })} className="font-semibold underline-offset-4 hover:underline">
          {name ?? t('unnamed', { count })}
        </Link>
        <span className="text-sm text-ink-3">
          <time dateTime={created_at}>{formatDate(created_at, { dateStyle: 'medium', timeStyle: 'short' })}</time>
          {source === 'api' ? ` · ${t('past.byApi')}` : null}
        </span>
      </span>
      <span className="text-sm text-ink-2">{t('past.rows', { ended: endedRows(batch), count })}</span>
      <span className="text-end font-semibold">{t('credits', { credits: formatCredits(credits_used, locale) })}</span>
      <BatchBadge batch={batch} />
    </li>
  );
}
