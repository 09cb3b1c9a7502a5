export const PLANS = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

/** `basic` is a legacy value that still counts as subscribed. */
export const SUBSCRIPTION_STATUSES = ['free', 'basic', 'pro', 'enterprise'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
export const isSubscribed = (status: SubscriptionStatus): boolean => status !== 'free';

export const PLAN_IDS = ['free', 'plan-pro', 'plan-enterprise'] as const;
export type PlanId = (typeof PLAN_IDS)[number];

export interface PlanTerms {
  id: PlanId;
  plan: Plan;
  /** US cents. */
  monthlyPriceCents: number;
  annualPriceCents: number;
  /** Credits a month that the plan itself grants; the free allowance is a setting of the installation. */
  monthlyCredits: number;
  imagesPerGeneration: 1 | 4 | 8;
  /** Open generations at once, unless the installation sets another figure. */
  inFlightLimit: number;
  /** Tasks of one batch; 0 = no batch. */
  batchLimit: number;
  /** Smaller runs first. */
  queuePriority: number;
  commercialUse: boolean;
  popular: boolean;
}

export const PLAN_TERMS: Record<Plan, PlanTerms> = {
  free: {
    id: 'free',
    plan: 'free',
    monthlyPriceCents: 0,
    annualPriceCents: 0,
    monthlyCredits: 0,
    imagesPerGeneration: 1,
    inFlightLimit: 4,
    batchLimit: 0,
    queuePriority: 10,
    commercialUse: false,
    popular: false,
  },
  pro: {
    id: 'plan-pro',
    plan: 'pro',
    monthlyPriceCents: 999,
    annualPriceCents: 9999,
    monthlyCredits: 200,
    imagesPerGeneration: 4,
    inFlightLimit: 8,
    batchLimit: 10,
    queuePriority: 5,
    commercialUse: true,
    popular: true,
  },
  enterprise: {
    id: 'plan-enterprise',
    plan: 'enterprise',
    monthlyPriceCents: 2999,
    annualPriceCents: 29999,
    monthlyCredits: 500,
    imagesPerGeneration: 8,
    inFlightLimit: 16,
    batchLimit: 50,
    queuePriority: 1,
    commercialUse: true,
    popular: false,
  },
};

/** What a year costs less than twelve months: cents, and whole percent, rounded. */
export function annualSaving({ monthlyPriceCents, annualPriceCents }: PlanTerms): { cents: number; percent: number } {
  const twelve = monthlyPriceCents * 12;
  const cents = twelve - annualPriceCents;
  return { cents, percent: twelve === 0 ? 0 : Math.round((cents / twelve) * 100) };
}
