import { PLANS, PLAN_TERMS, type User } from '@app/contracts';

const termsOf = (user: User | null) => {
  const plan = PLANS.find((known) => known === user?.subscription_status);
  return plan && PLAN_TERMS[plan];
};

export const BATCH_PLANS = PLANS.filter((plan) => PLAN_TERMS[plan].batchLimit > 0);

/** Rows of a batch that the plan of a person allows; 0 without the feature. */
export const rowLimitOf = (user: User | null): number => termsOf(user)?.batchLimit ?? 0;

/** Images of one row. */
export const imageLimitOf = (user: User | null): number => termsOf(user)?.imagesPerGeneration ?? 1;
