import type { Batch } from '@app/contracts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isApiError } from '../../../api/client/api-error';
import { baseApi } from '../../../api/client/base-api';
import { errorProps } from '../../../api/client/error-text';
import { useBatchQuery } from '../../../api/endpoints/batches';
import { useAppDispatch } from '../../../entities/app-state';
import { useTabTitle } from '../../../shared/browser/use-tab-title';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { ButtonLink } from '../../../shared/ui/actions/button';
import { EmptyState } from '../../../shared/ui/feedback/empty-state';
import { ErrorState } from '../../../shared/ui/feedback/error-state';
import { Loading, Skeleton } from '../../../shared/ui/feedback/skeleton';
import { haveAllRowsEnded } from './batch-status';
import { RunView } from './run-view';

/** Beside the event stream, which tells at once what this tab made. */
const POLL_RUNNING_MS = 5_000;
const POLL_PAUSED_MS = 30_000;

function pollingOf(batch: Batch | undefined): number {
  if (batch && haveAllRowsEnded(batch)) return 0;
  return batch?.status === 'paused' ? POLL_PAUSED_MS : POLL_RUNNING_MS;
}

/** What a batch spends is no longer in the balance of the navigation bar. */
function useRefreshCredits(batch: Batch | undefined): void {
  const dispatch = useAppDispatch();
  const spent = batch && `${batch.id} ${batch.credits_used} ${batch.credits_held}`;
  const known = useRef(spent);
  useEffect(() => {
    if (known.current !== undefined && known.current !== spent) dispatch(baseApi.util.invalidateTags(['Quota']));
    known.current = spent;
  }, [dispatch, spent]);
}

/** A batch with its progress so far, also when its address is opened later. */
export function RunPage({ id }: { id: string }) {
  const { t } = useTranslation('batch');
  const locale = useLocale();
  const to = useAddress();
  const heading = useRef<HTMLHeadingElement>(null);
  const [interval, setInterval] = useState(POLL_RUNNING_MS);
  const query = useBatchQuery(id, {
    pollingInterval: interval,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
    refetchOnMountOrArgChange: true,
  });
  const batch = query.currentData;
  const wanted = pollingOf(batch);
  if (wanted !== interval) setInterval(wanted);
  useRefreshCredits(batch);
  useTabTitle(batch ? (batch.name ?? t('unnamed', { count: batch.row_count })) : null);
  const isThere = batch !== undefined;
  useEffect(() => {
    // The page has the focus while its heading is not there.
    if (isThere && document.activeElement?.contains(heading.current)) heading.current?.focus({ preventScroll: true });
  }, [isThere]);

  const isGone = isApiError(query.error) && (query.error.status === 404 || query.error.code === 'VALIDATION_FAILED');
  return (
    <div className="page grid gap-6 py-8 lg:py-12">
      <Link
        to={to('batch')}
        className="inline-flex min-h-10 items-center justify-self-start text-sm text-ink-2 underline-offset-4 hover:text-ink hover:underline"
      >
        ← {t('run.back')}
      </Link>
      {batch && !isGone ? (
        <RunView batch={batch} heading={heading} isStale={query.isError} />
      ) : isGone ? (
        <EmptyState
          title={t('run.gone')}
          text={t('run.goneText')}
          action={
            <ButtonLink variant="primary" to={to('batch')}>
              {t('run.back')}
            </ButtonLink>
          }
        />
      ) : query.error ? (
        <ErrorState
          {...errorProps(query.error, locale)}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Loading active placeholder={<Skeleton className="h-32 w-full rounded-sheet" />}>
          {null}
        </Loading>
      )}
    </div>
  );
}
