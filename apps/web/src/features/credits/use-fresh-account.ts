import type { SubscriptionStatus } from '@app/contracts';
import { useEffect } from 'react';
import { loadProfile } from '../../api/auth/session';
import { useUser } from '../../api/auth/use-session';
import { baseApi } from '../../api/client/base-api';
import { useQuotaQuery } from '../../api/endpoints/quota';
import { useAppDispatch } from '../../entities/app-state';
import { useRefreshAt } from './use-refresh-at';
import { useStable } from '../../shared/hooks/use-stable';

/**
 * Keeps credits and plan of a tab those of the server: they are looked up whenever somebody comes back to it, and when the
 * next credits are due. The credits tell of another plan, which is then read, too.
 */
export function useFreshAccount(): void {
  const dispatch = useAppDispatch();
  const user = useUser();
  const query = useQuotaQuery(undefined, { skip: user === null, refetchOnFocus: true });
  const { data: quota, fulfilledTimeStamp, refetch } = query;
  useRefreshAt(quota?.nextGrantAt ?? null, refetch);
  const follow = useStable((plan: SubscriptionStatus) => {
    if (user === null || user.subscription_status === plan) return;
    dispatch(baseApi.util.invalidateTags(['Subscription', 'Bonus']));
    // An outage leaves the plan as it was; the next answer tries again.
    dispatch(loadProfile({ force: true })).catch(() => undefined);
  });
  useEffect(() => {
    // Each answer counts, also one with the same figures.
    if (quota && fulfilledTimeStamp) follow(quota.subscriptionStatus);
  }, [follow, fulfilledTimeStamp, quota]);
}
