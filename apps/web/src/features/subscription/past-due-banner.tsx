import { isSubscribed, type Subscription } from '@app/contracts';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useUser } from '../../api/auth/use-session';
import { useMySubscriptionQuery } from '../../api/endpoints/checkout';
import { pageOfPath } from '../../config/paths';
import { useFormatDate } from '../../shared/hooks/use-format-date';
import { Button } from '../../shared/ui/actions/button';
import { useRepairPayment } from './overview/use-repair-payment';

/** On every page while a renewal has failed: until when the plan lasts, and one click to repair it. */
export function PastDueBanner() {
  const status = useUser()?.subscription_status ?? 'free';
  const { data: subscription } = useMySubscriptionQuery(undefined, { skip: !isSubscribed(status) });
  const { pathname, search } = useLocation();
  // That tab says the same, with more about it.
  const isTold = pageOfPath(pathname) === 'profile' && search.includes('tab=subscription');
  return subscription?.grace_until && !isTold ? (
    <Banner subscription={subscription} until={subscription.grace_until} />
  ) : null;
}

function Banner({ subscription, until }: { subscription: Subscription; until: string }) {
  const { t } = useTranslation();
  const formatDate = useFormatDate();
  const { run, isLeaving, error } = useRepairPayment(subscription);
  return (
    <div role="status" className="border-b border-line bg-danger-tint text-sm text-danger-text">
      <div className="page flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
        <p className="flex flex-1 items-start gap-3">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {error
            ? t('pastDue.failed')
            : t('pastDue.text', { plan: t(`plans.${subscription.plan_type}`), date: formatDate(until) })}
        </p>
        <Button busy={isLeaving} onClick={run}>
          {t('pastDue.repair')}
        </Button>
      </div>
    </div>
  );
}
