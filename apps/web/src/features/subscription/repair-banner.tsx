import type { Subscription } from '@app/contracts';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { joinSentences } from '../../shared/format/format';
import { useFormatDate } from '../../shared/format/use-format-date';
import { useLocale } from '../../shared/i18n/locale-context';
import { Button } from '../../shared/ui/actions/button';
import { useRepairPayment } from './overview/use-repair-payment';
import { useRepairReturn } from './overview/use-repair-return';
import { PaypalLink } from './paypal-link';

export function RepairBanner({ subscription, until }: { subscription: Subscription; until: string }) {
  const { t } = useTranslation('errors');
  const { t: tCommon } = useTranslation();
  const locale = useLocale();
  const formatDate = useFormatDate();
  const { run, isLeaving, error } = useRepairPayment(subscription);
  const plan = tCommon(`plans.${subscription.plan_type}`);
  const { isChecking, isMissing } = useRepairReturn(plan);
  const isPaypal = subscription.provider === 'paypal';
  const told = t(isPaypal ? 'pastDue.paypalText' : 'pastDue.text', { plan, date: formatDate(until) });
  const text = error ? t('pastDue.failed') : told;
  return (
    <div role="status" className="border-b border-line bg-danger-tint text-sm text-danger-text">
      <div className="page flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
        <p className="flex flex-1 items-start gap-3">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {isChecking ? t('pastDue.checking') : isMissing ? joinSentences([text, t('pastDue.notYet')], locale) : text}
        </p>
        {isPaypal ? <PaypalLink href={subscription.hosted_invoice_url} variant="quiet" /> : null}
        {isChecking || isPaypal ? null : (
          <Button busy={isLeaving} onClick={run}>
            {t('pastDue.repair')}
          </Button>
        )}
      </div>
    </div>
  );
}
