import type { Subscription } from '@app/contracts';
import { CreditCard, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormatDate } from '../../../shared/format/use-format-date';
import { Button } from '../../../shared/ui/actions/button';
import { PaypalLink } from '../paypal-link';
import { useRepairPayment } from './use-repair-payment';
import { useRepairReturn } from './use-repair-return';

export function PastDueNotice({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('billing');
  const { t: tCommon } = useTranslation();
  const { t: tErrors } = useTranslation('errors');
  const formatDate = useFormatDate();
  const { run, isLeaving, error } = useRepairPayment(subscription);
  const isPaypal = subscription.provider === 'paypal';
  const plan = tCommon(`plans.${subscription.plan_type}`);
  const { isChecking, isMissing } = useRepairReturn(plan);
  if (!subscription.grace_until) return null;
  if (isChecking)
    return (
      <p role="status" className="rounded-control border border-line bg-surface px-4 py-3 text-ink-2">
        {tErrors('pastDue.checking')}
      </p>
    );
  return (
    <div className="grid justify-items-start gap-3 rounded-sheet bg-danger-tint p-6 text-danger-text">
      <p className="flex items-start gap-3">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <span className="grid gap-1">
          <strong className="font-semibold">{t('pastDue.title')}</strong>
          <span className="text-ink">
            {t(isPaypal ? 'pastDue.paypalText' : 'pastDue.text', { plan, date: formatDate(subscription.grace_until) })}
          </span>
          <span role="status" className="text-ink empty:hidden">
            {isMissing ? tErrors('pastDue.notYet') : null}
          </span>
        </span>
      </p>
      {isPaypal ? (
        <PaypalLink href={subscription.hosted_invoice_url} variant="primary" className="ms-8" />
      ) : (
        <Button
          variant="primary"
          busy={isLeaving}
          onClick={run}
          icon={<CreditCard aria-hidden="true" className="size-4" />}
          className="ms-8"
        >
          {tErrors('pastDue.repair')}
        </Button>
      )}
      {error ? (
        <p role="alert" className="ms-8 text-sm">
          {tErrors('pastDue.failed')}
        </p>
      ) : null}
    </div>
  );
}
