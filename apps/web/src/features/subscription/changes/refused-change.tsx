import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { isApiError } from '../../../api/client/api-error';
import { errorText } from '../../../api/client/error-text';
import { useMySubscriptionQuery } from '../../../api/endpoints/checkout';
import { pageOfPath } from '../../../config/paths';
import { joinSentences } from '../../../shared/format/format';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { ButtonLink } from '../../../shared/ui/actions/button';
import { ErrorState } from '../../../shared/ui/feedback/error-state';
import { Loading, Skeleton } from '../../../shared/ui/feedback/skeleton';
import { useRefreshPlan } from '../use-refresh-plan';

/** Another attempt succeeds, for the price as it is by now. */
export const isOutdated = (error: unknown): boolean => isApiError(error) && error.code === 'PREVIEW_OUTDATED';

/** Another attempt would be refused alike. */
export const isRefusal = (error: unknown): boolean => isApiError(error) && error.status === 409 && !isOutdated(error);

/** Codes whose own text says that nothing was charged. */
const SAYS_SO_ITSELF = ['PAYMENT_METHOD_REFUSED', 'NOT_SUPPORTED_BY_PROVIDER'];

/** Reads the plan again. Null until it is read; then whether it is another one than this tab had shown. */
function useReread(): { hasChanged: boolean } | null {
  const { data, refetch } = useMySubscriptionQuery();
  const refreshPlan = useRefreshPlan();
  const shown = useRef(data);
  const [reread, setReread] = useState<{ hasChanged: boolean } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void Promise.all([refetch(), refreshPlan()]).then(([{ data: now }]) => {
      if (isCurrent) setReread({ hasChanged: shown.current !== undefined && shown.current !== now });
    });
    return () => {
      isCurrent = false;
    };
  }, [refetch, refreshPlan]);
  return reread;
}

interface RefusedChangeProps {
  /** Null: there is no plan to change. */
  failure: unknown;
  onClose: () => void;
}

/** A change that is not possible, mostly because the plan was changed in another tab or on another device. */
export function RefusedChange({ failure, onClose }: RefusedChangeProps) {
  const { t } = useTranslation('change');
  const locale = useLocale();
  const reread = useReread();
  const isSaid = isApiError(failure) && SAYS_SO_ITSELF.includes(failure.code);
  const unchanged = isSaid ? null : t('change.unchanged');
  const reason = failure ? errorText(failure, locale) : t('change.elsewhere.none');
  return (
    <Loading active={!reread} placeholder={<Skeleton className="h-44 w-full rounded-control" />}>
      <ErrorState
        title={reread?.hasChanged ? t('change.elsewhere.title') : t('change.failed')}
        text={joinSentences([reread?.hasChanged ? t('change.elsewhere.text') : unchanged, reason], locale)}
        requestId={isApiError(failure) ? failure.requestId : null}
        action={<NextStep onClose={onClose} />}
      />
    </Loading>
  );
}

/** Where it can be settled, unless that page is open below the dialog. */
function NextStep({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('change');
  const to = useAddress();
  const { data: subscription } = useMySubscriptionQuery();
  const page = subscription === null ? 'pricing' : 'profile';
  if (pageOfPath(useLocation().pathname) === page) return null;
  return (
    <ButtonLink to={page === 'profile' ? to(page, { query: { tab: 'subscription' } }) : to(page)} onClick={onClose}>
      {page === 'profile' ? t('change.settle') : t('change.elsewhere.plans')}
    </ButtonLink>
  );
}
