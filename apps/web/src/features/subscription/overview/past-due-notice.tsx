import type { Subscription } from '@app/contracts';
import { CreditCard, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormatDate } from '../../../shared/hooks/use-format-date';
import { Button } from '../../../shared/ui/actions/button';
import { useRepairPayment } from './use-repair-payment';

export function PastDueNotice({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('billing');
  const { t: tCommon } = useTranslation();
  const formatDate = useFormatDate();
  const { run, isLeaving, error } = useRepairPayment(subscription);
  if (!subscription.grace_until) return null;
  const plan = tCommon(`plans.${subscription.plan_type}`);
  return (
    <div className="grid justify-items-start gap-3 rounded-sheet bg-danger-tint p-6 text-danger-text">
      <p className="flex items-start gap-3">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span className="grid gap-1">
          <strong className="font-semibold">{t('pastDue.title')}</strong>
          <span className="text-ink">{t('pastDue.text', { plan, date: formatDate(subscription.grace_until) })}</span>
        </span>
      </p>
      <Button
        variant="primary"
        busy={isLeaving}
        onClick={run}
        icon={<CreditCard aria-hidden="true" className="size-4" />}
        className="ms-8"
      >
        {t('pastDue.repair')}
      </Button>
      {error ? (
        <p role="alert" className="ms-8 text-sm">
          {t('pastDue.failed')}
        </p>
      ) : null}
    </div>
  );
}
