import {
  DAILY_BONUS_CREDITS,
  DAILY_BONUS_MONTHLY_LIMIT,
  PLAN_TERMS,
  PLANS,
  annualSaving,
  priceUnits,
  toUnits,
  type Plan,
  type PricedPlan,
  type SelectableModel,
} from '@app/contracts';
import { webSettings } from '../../config/web-env';

/** What a card says about a plan in numbers. */
export interface PlanOffer {
  plan: Plan;
  monthlyCents: number;
  annualCents: number;
  savingCents: number;
  savingPercent: number;
  /** Of one month. */
  credits: number;
  inFlightLimit: number;
  isPopular: boolean;
}

/** The credits that a free person can get in a month here. */
function freeCredits(): number {
  const { freeAllowance, freeMonthlyCredits } = webSettings;
  const monthly = freeAllowance === 'both' || freeAllowance === 'monthly' ? freeMonthlyCredits : 0;
  const hasBonus = freeAllowance === 'both' || freeAllowance === 'daily';
  return monthly + (hasBonus ? DAILY_BONUS_CREDITS * DAILY_BONUS_MONTHLY_LIMIT : 0);
}

const cents = (amount: number): number => Math.round(amount * 100);

function offerOf(plan: Plan, priced: PricedPlan | undefined): PlanOffer {
  const terms = PLAN_TERMS[plan];
  const saving = annualSaving(terms);
  const credits = priced?.monthlyCredits ?? terms.monthlyCredits;
  return {
    plan,
    monthlyCents: priced ? cents(priced.monthlyPrice) : terms.monthlyPriceCents,
    annualCents: priced ? cents(priced.annualPrice) : terms.annualPriceCents,
    savingCents: priced ? cents(priced.annualSaving.amount) : saving.cents,
    savingPercent: priced?.annualSaving.percent ?? saving.percent,
    credits: plan === 'free' ? freeCredits() : credits,
    inFlightLimit: priced?.inFlightLimit ?? terms.inFlightLimit,
    isPopular: priced?.popular ?? terms.popular,
  };
}

/** As the API answers; until it has, what this build knows. */
export const planOffers = (priced: readonly PricedPlan[] = []): PlanOffer[] =>
  PLANS.map((plan) =>
    offerOf(
      plan,
      priced.find(({ id }) => id === PLAN_TERMS[plan].id),
    ),
  );

/** How many images of a model some credits pay for. */
export const imagesFor = (credits: number, model: SelectableModel): number =>
  Math.floor(toUnits(credits) / priceUnits(model));
