import {
  idOfPlan,
  PLAN_TERMS,
  type PaidPlan,
  type Plan,
  type Subscription,
  type SubscriptionStatus,
} from '@app/contracts';
import { endOf } from '../subscription-end';

/** What the buttons of a plan's card do for the person who looks at it. */
export type PlanAction =
  | { kind: 'signIn' | 'alreadyFree' | 'buy' | 'cancel' | 'current' }
  /** Planned already. */
  | { kind: 'pending'; at: string }
  /** Cancelled: free from then on. */
  | { kind: 'freeFrom'; at: string }
  | { kind: 'change'; label: 'upgrade' | 'downgrade' | 'toAnnual' | 'toMonthly' };

interface PlanQuestion {
  plan: Plan;
  isAnnual: boolean;
  /** Null for a visitor. */
  status: SubscriptionStatus | null;
  subscription: Subscription | null;
}

export function planAction({ plan, isAnnual, status, subscription }: PlanQuestion): PlanAction {
  if (status === null) return { kind: 'signIn' };
  if (plan === 'free') return freeAction(status, subscription);
  // A plan can be given without a subscription.
  if (!subscription) return { kind: status === plan ? 'current' : 'buy' };
  return changeAction(plan, isAnnual, subscription);
}

function freeAction(status: SubscriptionStatus, subscription: Subscription | null): PlanAction {
  if (subscription?.status === 'canceled') return { kind: 'freeFrom', at: endOf(subscription) };
  if (subscription) return { kind: 'cancel' };
  return { kind: status === 'free' ? 'alreadyFree' : 'current' };
}

function changeAction(plan: PaidPlan, isAnnual: boolean, subscription: Subscription): PlanAction {
  const { plan_type, is_annual, pending_plan_id, pending_is_annual, current_period_end } = subscription;
  if (pending_plan_id === idOfPlan(plan) && pending_is_annual === isAnnual)
    return { kind: 'pending', at: current_period_end };
  if (plan_type === plan) {
    if (is_annual === isAnnual) return { kind: 'current' };
    return { kind: 'change', label: isAnnual ? 'toAnnual' : 'toMonthly' };
  }
  const isMore = PLAN_TERMS[plan].monthlyCredits > PLAN_TERMS[plan_type].monthlyCredits;
  return { kind: 'change', label: isMore ? 'upgrade' : 'downgrade' };
}
