import { planOfId, priceCents, type Subscription } from '@app/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../api/client/error-text';
import { useChangeSubscriptionMutation } from '../../../api/endpoints/checkout';
import { useLeaving } from '../../../shared/browser/use-leaving';
import { useFormatDate } from '../../../shared/format/use-format-date';
import { useAddress, useLocale } from '../../../shared/i18n/locale-context';
import { showToast } from '../../../shared/toasts';
import { Button } from '../../../shared/ui/actions/button';
import { priceText } from '../price-text';
import { useRefreshPlan } from '../use-refresh-plan';

/** The change that is planned for the end of the period, and the way back from it. */
export function PendingChange({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('billing');
  const { t: tCommon } = useTranslation();
  const locale = useLocale();
  const to = useAddress();
  const formatDate = useFormatDate();
  const refreshPlan = useRefreshPlan();
  const [change, { error }] = useChangeSubscriptionMutation();
  const [isBusy, setBusy] = useState(false);
  const [leaving, setLeaving, leaveTo] = useLeaving<true>();
  const {
    plan_id: planId,
    pending_plan_id: pendingId,
    is_annual: isAnnual,
    pending_is_annual: pendingIsAnnual,
  } = subscription;
  if (!pendingId) return null;
  const plan = planOfId(pendingId);
  const isSamePlan = plan === subscription.plan_type;
  const nextIsAnnual = pendingIsAnnual ?? isAnnual;
  const amount = subscription.next_charge?.amount ?? priceCents(plan, nextIsAnnual) / 100;
  const price = priceText(t, { amount, isAnnual: nextIsAnnual, locale });
  // What is planned is called off by wishing for what one has.
  const keep = async () => {
    setBusy(true);
    const back = to('profile', { query: { tab: 'subscription' } });
    const { data } = await change({ plan_id: planId, is_annual: isAnnual, success_url: back, cancel_url: back });
    if (data?.approval_url) {
      setLeaving(true);
      leaveTo(data.approval_url);
    } else if (data) {
      await refreshPlan();
      showToast({ kind: 'success', text: t('plan.kept') });
    }
    setBusy(false);
  };
  return (
    <div className="grid justify-items-start gap-3 rounded-control bg-amber-tint p-4 text-on-amber-tint">
      <p>
        {t(isSamePlan ? 'plan.pendingInterval' : 'plan.pending', {
          date: formatDate(subscription.current_period_end),
          plan: tCommon(`plans.${plan}`),
          price,
        })}
      </p>
      <Button busy={isBusy || leaving !== null} onClick={() => void keep()}>
        {isSamePlan
          ? t(isAnnual ? 'plan.keepAnnual' : 'plan.keepMonthly')
          : t('plan.keep', { plan: tCommon(`plans.${subscription.plan_type}`) })}
      </Button>
      {error ? <p role="alert">{errorText(error, locale)}</p> : null}
    </div>
  );
}
