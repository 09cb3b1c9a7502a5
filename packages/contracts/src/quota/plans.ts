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
  monthlyPriceCents: number;
  annualPriceCents: number;
  monthlyCredits: number;
  imagesPerGeneration: 1 | 4 | 8;
  inFlightLimit: number;
  batchLimit: number;
  /** Lower is served first. */
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

export function annualSaving({ monthlyPriceCents, annualPriceCents }: PlanTerms): { cents: number; percent: number } {
  const twelve = monthlyPriceCents * 12;
  const cents = twelve - annualPriceCents;
  return { cents, percent: twelve === 0 ? 0 : Math.round((cents / twelve) * 100) };
}
