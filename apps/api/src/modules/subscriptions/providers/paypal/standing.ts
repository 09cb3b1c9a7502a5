import type { ProviderStatus } from '../../domain/subscription-access.js';
import type { SubscriptionSnapshot } from '../payment-provider.port.js';
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
  toDo?: SubscriptionSnapshot['toDo'];
}

const renewed = (status: ProviderStatus): Standing => ({ status, cancelAtPeriodEnd: false, isRenewed: true });
const over = (status: ProviderStatus, toDo?: 'end'): Standing => ({
  status,
  cancelAtPeriodEnd: false,
  isRenewed: false,
  toDo,
});
const UNTIL_GRACE_END: Standing = { status: 'past_due', cancelAtPeriodEnd: true, isRenewed: false };
const untilPeriodEnd = (toDo?: 'nothing'): Standing => ({
  status: 'active',
  cancelAtPeriodEnd: true,
  isRenewed: false,
  toDo,
});

/** PayPal's ACTIVE says nothing about payments or paid periods. */
export function standingOf({ status, note, billed, now }: Facts): Standing {
  const lastPaid = billed.findLast(isPaid);
  const isFailing = isRefused(billed.at(-1));
  if (!lastPaid) {
    if (status === 'CANCELLED' || status === 'EXPIRED') return over('incomplete_expired');
    // PayPal would try again in days, when nobody expects it.
    return isFailing ? over('incomplete', 'end') : over('incomplete');
  }
  const goesOn = lastPaid.end > now && lastPaid.status !== 'REFUNDED';
  switch (status) {
    case 'ACTIVE':
      return renewed(isFailing ? 'past_due' : 'active');
    case 'SUSPENDED':
      if (isFailing) return UNTIL_GRACE_END;
      return goesOn ? untilPeriodEnd() : over('canceled', 'end');
    case 'CANCELLED':
      return goesOn && note !== CANCEL_REASON ? untilPeriodEnd('nothing') : over('canceled');
    case 'EXPIRED':
      return over('canceled');
    default:
      return { ...over('unknown') };
  }
}
