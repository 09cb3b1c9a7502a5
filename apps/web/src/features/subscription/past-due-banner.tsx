import { isSubscribed } from '@app/contracts';
import { Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { useUser } from '../../api/auth/use-session';
import { useMySubscriptionQuery } from '../../api/endpoints/checkout';
import { pageOfPath } from '../../config/paths';
import { lazyPart } from '../../shared/loading/lazy-part';
import { isPastDue } from './subscription-end';

// Hardly anybody needs it, and everybody who pays would load it on each page.
const RepairBanner = lazyPart(() => import('./repair-banner').then((module) => module.RepairBanner));

/** On every page while a renewal has failed: until when the plan lasts, and one click to repair it. */
export function PastDueBanner() {
  const status = useUser()?.subscription_status ?? 'free';
  const { data: subscription } = useMySubscriptionQuery(undefined, {
    skip: !isSubscribed(status),
    refetchOnFocus: true,
  });
  const { pathname, search } = useLocation();
  // That tab says the same, with more about it.
  const isTold = pageOfPath(pathname) === 'profile' && search.includes('tab=subscription');
  return subscription?.grace_until && isPastDue(subscription) && !isTold ? (
    <Suspense fallback={null}>
      <RepairBanner subscription={subscription} until={subscription.grace_until} />
    </Suspense>
  ) : null;
}
