import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/client/api-error';
import { useBatchesQuery } from '../../api/endpoints/batches';
import { useUser } from '../../api/auth/use-session';
import { webSettings } from '../../config/web-env';
import { usePageOfAddress } from '../../shared/browser/use-page-of-address';
import { Announcement } from './announcement';
import { BatchHeader } from './batch-header';
import { Editor } from './editor';
import { PastBatches } from './past-batches';
import { BATCH_PLANS, rowLimitOf } from './row-limit';

/** How often a batch that runs elsewhere is looked at. */
const POLL_MS = 10_000;

const isNotFound = (error: unknown): boolean => isApiError(error) && error.status === 404;

export function BatchPage() {
  const { t } = useTranslation('batch');
  const user = useUser();
  const limit = rowLimitOf(user);
  const [page, goTo] = usePageOfAddress();
  const [isAnyRunning, setAnyRunning] = useState(false);
  const options = {
    pollingInterval: isAnyRunning ? POLL_MS : 0,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
    refetchOnMountOrArgChange: true,
  };
  const query = useBatchesQuery(page, options);
  // One that runs is among the newest, whatever page is shown.
  const newest = useBatchesQuery(1, options);
  const running = newest.data?.data.find(({ status }) => status === 'running');
  if (isAnyRunning !== (running !== undefined)) setAnyRunning(running !== undefined);

  const past = <PastBatches query={query} page={page} onPage={goTo} />;
  const isServed = webSettings.batch && !isNotFound(query.error);
  if (user && (limit === 0 || !isServed)) {
    return (
      <div className="page grid gap-12 py-8 lg:py-12">
        <Announcement isServed={isServed} />
        {query.data && query.data.total > 0 ? <div className="max-w-xl">{past}</div> : null}
      </div>
    );
  }
  return (
    <div className="page grid gap-12 py-8 lg:py-12">
      <div className="grid gap-6">
        <BatchHeader>
          <p className="text-sm text-ink-3">{user ? t('intro', { count: limit }) : '\u00a0'}</p>
        </BatchHeader>
        {/* In the prerendered page, `first-person.js` shows it to those whose plan has it. */}
        <div hidden={!user} data-plans={user ? undefined : BATCH_PLANS.join(' ')}>
          <Editor limit={limit} running={running} />
        </div>
      </div>
      {query.isLoading ? null : past}
    </div>
  );
}
