import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/client/api-error';
import { useBatchesQuery } from '../../api/endpoints/batches';
import { useUser } from '../../api/auth/use-session';
import { usePageOfAddress } from '../../shared/hooks/use-page-of-address';
import { Loading, Skeleton } from '../../shared/ui/feedback/skeleton';
import { Announcement } from './announcement';
import { Editor } from './editor';
import { PastBatches } from './past-batches';
import { rowLimitOf } from './row-limit';

/** How often a batch that runs elsewhere is looked at. */
const POLL_MS = 10_000;

/** The feature is switched off. */
const isClosed = (error: unknown): boolean => isApiError(error) && error.status === 404;

export function BatchPage() {
  const { t } = useTranslation('batch');
  const limit = rowLimitOf(useUser());
  const [page, goTo] = usePageOfAddress();
  const [isAnyRunning, setAnyRunning] = useState(false);
  const options = {
    pollingInterval: isAnyRunning ? POLL_MS : 0,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  };
  const query = useBatchesQuery(page, options);
  // One that runs is among the newest, whatever page is shown.
  const newest = useBatchesQuery(1, options);
  const running = newest.data?.data.find(({ status }) => status === 'running');
  if (isAnyRunning !== (running !== undefined)) setAnyRunning(running !== undefined);

  const past = <PastBatches query={query} page={page} onPage={goTo} />;
  if (limit === 0 || isClosed(query.error)) {
    return (
      <>
        <Announcement isServed={!isClosed(query.error)} />
        {query.data && query.data.total > 0 ? <div className="reading pt-12">{past}</div> : null}
      </>
    );
  }
  return (
    <div className="page grid gap-12 py-8 lg:py-12">
      <div className="grid gap-6">
        <header className="grid gap-2">
          <h1 className="text-2xl lg:text-3xl">{t('title')}</h1>
          <p className="max-w-xl text-ink-2">{t('intro', { count: limit })}</p>
        </header>
        <Loading active={query.isLoading} placeholder={<Skeleton className="h-32 w-full rounded-sheet" />}>
          <Editor limit={limit} running={running} />
        </Loading>
      </div>
      {past}
    </div>
  );
}
