import { PLAN_TERMS, PLANS, type Plan } from '@app/contracts';

/** Rows wait behind the requests of everybody who waits at the screen. */
export const BATCH_PRIORITY = PLAN_TERMS.free.queuePriority;

/** Open generations that batches of a person may have: half of the limit, so that single requests find room. */
export const batchShare = (inFlightLimit: number): number => Math.max(1, Math.floor(inFlightLimit / 2));

export const batchShares = (inFlight: Record<Plan, number>): Record<Plan, number> =>
  Object.fromEntries(PLANS.map((plan) => [plan, batchShare(inFlight[plan])])) as Record<Plan, number>;
