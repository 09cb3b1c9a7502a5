import { STATEMENT_PAGE_SIZE, type Statement as Answer } from '@app/contracts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorProps } from '../../../api/client/error-text';
import { useStatementQuery } from '../../../api/endpoints/quota';
import { formatCredits, formatNumber } from '../../../shared/format/format';
import { useLocale } from '../../../shared/i18n/locale-context';
import { Button } from '../../../shared/ui/actions/button';
import { EmptyState } from '../../../shared/ui/feedback/empty-state';
import { ErrorState } from '../../../shared/ui/feedback/error-state';
import { Pagination } from '../../../shared/ui/navigation/pagination';
import { Loading, Skeleton } from '../../../shared/ui/feedback/skeleton';
import { StatementFilters } from './statement-filters';
import { StatementRows } from './statement-rows';
import { useStatementView } from './use-statement-view';

/** Every credit that came and went, a page at a time; the address says which. */
export function Statement() {
  const { t } = useTranslation('statement');
  const { page, filter, goTo, narrow, clear } = useStatementView();
  const outOfOrder = filter.from !== undefined && filter.to !== undefined && filter.to < filter.from;
  const question = { page, limit: STATEMENT_PAGE_SIZE, ...filter };
  const { currentData, error, isFetching, refetch } = useStatementQuery(question, { skip: outOfOrder });
  const heading = useFocusOnPage(page);
  const isFiltered = Object.keys(filter).length > 0;
  // The button that is pressed goes.
  const clearFilters = () => {
    heading.current?.focus({ preventScroll: true });
    clear();
  };
  return (
    <section className="grid gap-6">
      <header className="grid max-w-2xl gap-2">
        <h2 ref={heading} tabIndex={-1} className="scroll-mt-28 text-xl">
          {t('title')}
        </h2>
        <p className="text-ink-2">{t('intro')}</p>
      </header>
      <StatementFilters {...{ filter, isFiltered, outOfOrder, narrow }} clear={clearFilters} />
      {outOfOrder ? null : error && !currentData ? (
        <ErrorState title={t('failed')} {...errorProps(error)} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Loading active={!currentData} placeholder={<SkeletonLines />}>
          {currentData ? (
            <Period statement={currentData} isFiltered={isFiltered} onPage={goTo} onClear={clearFilters} />
          ) : null}
        </Loading>
      )}
    </section>
  );
}

/** A heading that is shown and focused when another page was turned to, not when the first one opens. */
function useFocusOnPage(page: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, [page]);
  return heading;
}

interface PeriodProps {
  statement: Answer;
  isFiltered: boolean;
  onPage: (page: number) => void;
  onClear: () => void;
}

function Period({ statement, isFiltered, onPage, onClear }: PeriodProps) {
  const { t } = useTranslation('statement');
  const locale = useLocale();
  const { data, page, limit, total, openingBalance, closingBalance } = statement;
  if (total === 0 && !isFiltered) return <EmptyState title={t('emptyTitle')} text={t('emptyText')} />;
  const balances = [
    { key: 'opening', value: openingBalance },
    { key: 'closing', value: closingBalance },
  ] as const;
  return (
    <div className="grid gap-6">
      <dl className="tabular grid grid-cols-2 gap-px overflow-hidden rounded-control border border-line bg-line">
        {balances.map(({ key, value }) => (
          <div key={key} className="grid content-start gap-1 bg-surface p-4">
            <dt className="text-sm text-ink-3">{t(key)}</dt>
            <dd className="display text-2xl">{formatCredits(value, locale)}</dd>
          </div>
        ))}
      </dl>
      {data.length > 0 ? (
        <StatementRows lines={data} />
      ) : (
        <EmptyState
          title={total > 0 ? t('pageGone') : t('nothingTitle')}
          action={
            total > 0 ? (
              <Button onClick={() => onPage(1)}>{t('pageFirst')}</Button>
            ) : (
              <Button onClick={onClear}>{t('clear')}</Button>
            )
          }
        />
      )}
      <p role="status" className="tabular text-sm text-ink-3">
        {total > 0 ? t('count', { count: total, formatted: formatNumber(total, locale) }) : null}
      </p>
      <Pagination page={page} pages={Math.ceil(total / limit)} onChange={onPage} />
    </div>
  );
}

function SkeletonLines() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-23 w-full" />
      <div className="grid gap-2">
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} className="h-14 w-full" />
        ))}
      </div>
    </div>
  );
}
