import { useMySubscriptionQuery } from '../../../api/endpoints/checkout';
import { CompanyDetails } from './company-details';
import { History } from './history';
import { Invoices } from './invoices';
import { PastDueNotice } from './past-due-notice';
import { PaymentMethods } from './payment-methods';
import { Payments } from './payments';
import { PlanSection } from './plan-section';
import { UsageSection } from './usage-section';

/** The profile's tab about plan and money. */
export function SubscriptionOverview() {
  const { data: subscription } = useMySubscriptionQuery();
  return (
    <div className="grid gap-12">
      <div className="grid gap-4 empty:hidden">
        {subscription?.grace_until ? <PastDueNotice subscription={subscription} /> : null}
        <PlanSection />
      </div>
      <UsageSection />
      <PaymentMethods subscription={subscription ?? null} />
      <Payments />
      <Invoices />
      <CompanyDetails subscription={subscription ?? null} />
      <History />
    </div>
  );
}
