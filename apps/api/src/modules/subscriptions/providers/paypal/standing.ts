import type { ProviderStatus } from '../../domain/subscription-access.js';
import type { Billing } from '../../domain/subscription-end.js';
import { isPaid, isRefused, type BilledPeriod } from './billed-periods.js';

/** Tells our cancellation from one made at PayPal. */
export const CANCEL_REASON = 'Ended by the seller';
/** PayPal cancels at once only, so a subscription is suspended until its period ends. */
export const SUSPEND_REASON = 'Cancelled at the end of the period';

interface Facts {
  status: string;
  note: string | undefined;
  billed: readonly BilledPeriod[];
  now: Date;
}

export interface Standing {
  status: ProviderStatus;
  cancelAtPeriodEnd: boolean;
  isRenewed: boolean;
  billing: Billing;
}

const renewed = (status: ProviderStatus): Standing => ({
  status,
  cancelAtPeriodEnd: false,
  isRenewed: true,
  billing: 'running',
});
const notRenewed = (status: ProviderStatus, billing: Billing): Standing => ({
  status,
  cancelAtPeriodEnd: false,
  isRenewed: false,
  billing,
});
const untilPeriodEnd = (billing: Billing): Standing => ({ ...notRenewed('active', billing), cancelAtPeriodEnd: true });
const UNTIL_GRACE_END: Standing = { ...notRenewed('past_due', 'running'), cancelAtPeriodEnd: true };

/** PayPal's ACTIVE says nothing about payments or paid periods. */
export function standingOf({ status, note, billed, now }: Facts): Standing {
  const lastPaid = billed.findLast(isPaid);
  const isFailing = isRefused(billed.at(-1));
  if (!lastPaid) {
    if (status === 'CANCELLED' || status === 'EXPIRED') return notRenewed('incomplete_expired', 'stopped');
    // PayPal would try again in days, when nobody expects it.
    return notRenewed('incomplete', isFailing ? 'must_stop' : 'running');
  }
  const goesOn = lastPaid.end > now && lastPaid.status !== 'REFUNDED';
  switch (status) {
    case 'ACTIVE':
      return renewed(isFailing ? 'past_due' : 'active');
    case 'SUSPENDED':
      if (isFailing) return UNTIL_GRACE_END;
      return goesOn ? untilPeriodEnd('running') : notRenewed('canceled', 'must_stop');
    case 'CANCELLED':
      return goesOn && note !== CANCEL_REASON ? untilPeriodEnd('stopped') : notRenewed('canceled', 'stopped');
    case 'EXPIRED':
      return notRenewed('canceled', 'stopped');
    default:
      return notRenewed('unknown', 'running');
  }
}
