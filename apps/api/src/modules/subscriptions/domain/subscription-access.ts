import { GRACE_DAYS, type PaidPlan, type Plan } from '@app/contracts';

/** The providers' names; `unknown` is a status that we do not know. */
export const PROVIDER_STATUSES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
  'unknown',
] as const;
export type ProviderStatus = (typeof PROVIDER_STATUSES)[number];

const DAY_MS = 86_400_000;

/** It runs, or would run again once a payment succeeds. */
export const OPEN_STATUSES: readonly ProviderStatus[] = ['active', 'trialing', 'past_due'];
export const isOpen = (status: ProviderStatus): boolean => OPEN_STATUSES.includes(status);

/** Nothing more comes of it. */
export const isOver = (status: ProviderStatus): boolean => status === 'canceled' || status === 'incomplete_expired';

interface Standing {
  status: ProviderStatus;
  plan: PaidPlan;
  graceUntil: Date | null;
}

/** Null leaves the plan as it is, because the status is unknown. */
export function planOf({ status, plan, graceUntil }: Standing, now: Date): Plan | null {
  if (status === 'unknown') return null;
  if (!isOpen(status)) return 'free';
  if (status === 'past_due' && graceUntil !== null && graceUntil <= now) return 'free';
  return plan;
}

/** Until when a failed renewal leaves the paid plan. */
export const graceEnd = (failedAt: Date): Date => new Date(failedAt.getTime() + GRACE_DAYS * DAY_MS);
