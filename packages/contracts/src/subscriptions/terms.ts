import { PLAN_TERMS, type Plan, type PlanId } from '../quota/plans.js';

export const PAID_PLANS = ['pro', 'enterprise'] as const satisfies readonly Plan[];
export type PaidPlan = (typeof PAID_PLANS)[number];

export const PAID_PLAN_IDS = ['plan-pro', 'plan-enterprise'] as const satisfies readonly PlanId[];
export type PaidPlanId = (typeof PAID_PLAN_IDS)[number];

/** Days within which a person may take the latest payment back, and the share of its credits that may be used by then. */
export const REFUND_DAYS = 14;
export const REFUND_MAX_USED = 0.1;
/** Days of access after a renewal failed. */
export const GRACE_DAYS = 7;
/** Hours after the end of a period within which the next payment is waited for. */
export const RENEWAL_GAP_HOURS = 48;
export const ANNUAL_GRANTS = 12;
export const CANCELLATION_REASON_MAX = 500;
export const HISTORY_PAGE_SIZE = 20;

/** `period_end`: paid features stay until the period is over. */
export const CANCELLATION_MODES = ['period_end', 'immediate'] as const;
export type CancellationMode = (typeof CANCELLATION_MODES)[number];

/** US cents of one payment of a plan. */
export const priceCents = (plan: PaidPlan, isAnnual: boolean): number =>
  isAnnual ? PLAN_TERMS[plan].annualPriceCents : PLAN_TERMS[plan].monthlyPriceCents;

export const planOfId = (id: PaidPlanId): PaidPlan => (id === 'plan-pro' ? 'pro' : 'enterprise');
export const idOfPlan = (plan: PaidPlan): PaidPlanId => (plan === 'pro' ? 'plan-pro' : 'plan-enterprise');

/** What `PUT /subscriptions/my` would do. */
export const CHANGE_KINDS = ['new', 'upgrade', 'downgrade', 'interval'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export const SUBSCRIPTION_EVENT_KINDS = [
  'started',
  'renewed',
  'changed',
  'cancelled',
  'resumed',
  'failed',
  'refunded',
  'ended',
] as const;
export type SubscriptionEventKind = (typeof SUBSCRIPTION_EVENT_KINDS)[number];

export const PAYMENT_KINDS = ['checkout', 'direct', 'renewal', 'upgrade'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];
