import { PAYMENTS_PAGE_SIZE } from '@app/contracts';
import { useTranslation } from 'react-i18next';
import { usePaymentsQuery } from '../../../api/endpoints/billing';
import { useMySubscriptionQuery } from '../../../api/endpoints/checkout';
import { isPastDue } from '../subscription-end';
import { CompanyDetails } from './company-details';
import { History } from './history';
import { Invoices } from './invoices';
import { PastDueNotice } from './past-due-notice';
import { PaymentMethods } from './payment-methods';
import { Payments } from './payments';
import { PlanSection } from './plan-section';
import { UsageSection } from './usage-section';
import { useCardReturn } from './use-card-return';

/** The profile's tab about plan and money. */
export function SubscriptionOverview() {
  const { t } = useTranslation('billing');
  const { data: subscription } = useMySubscriptionQuery(undefined, { refetchOnFocus: true });
  const { data: payments } = usePaymentsQuery({ page: 1, limit: PAYMENTS_PAGE_SIZE });
  // What follows from payments would be one empty frame below the other.
  const hasNeverPaid = subscription === null && payments?.total === 0;
  const { isConfirming, isUnconfirmed } = useCardReturn();
  const cardText = isConfirming ? t('methods.confirming') : isUnconfirmed ? t('methods.notConfirmed') : null;
  return (
    <div className="grid gap-12">
      <div className="grid gap-8">
        <p role="status" className="rounded-control border border-line bg-surface px-4 py-3 text-ink-2 empty:hidden">
          {cardText}
        </p>
        {subscription && isPastDue(subscription) && !isConfirming ? (
          <PastDueNotice subscription={subscription} />
        ) : null}
        <PlanSection />
      </div>
      <UsageSection />
      <PaymentMethods subscription={subscription ?? null} />
      <Payments hasEnded={subscription === null} />
      {hasNeverPaid ? null : <Invoices />}
      <CompanyDetails subscription={subscription ?? null} />
      {hasNeverPaid ? null : <History />}
    </div>
  );
}
