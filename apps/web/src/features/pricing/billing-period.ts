import { PLAN_TERMS, annualSaving, type PlanTerms } from '@app/contracts';

export type Billing = 'monthly' | 'annual';

export const isBilling = (value: unknown): value is Billing => value === 'monthly' || value === 'annual';

/** What a plan costs for one period of the chosen billing, in US cents. */
export const priceOf = (terms: PlanTerms, billing: Billing): number =>
  billing === 'annual' ? terms.annualPriceCents : terms.monthlyPriceCents;

/** The largest saving of all plans, in whole percent. */
export const BEST_SAVING_PERCENT = Math.max(...Object.values(PLAN_TERMS).map((terms) => annualSaving(terms).percent));
