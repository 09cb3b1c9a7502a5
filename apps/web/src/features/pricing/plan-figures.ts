import {
  DEFAULT_FREE_ALLOWANCE,
  DEFAULT_FREE_MONTHLY_CREDITS,
  DAILY_BONUS_CREDITS,
  DAILY_BONUS_MONTHLY_LIMIT,
  PLAN_TERMS,
  PLANS,
  annualSaving,
  priceUnits,
  toUnits,
  type Answer,
  type Plan,
  type PricedPlan,
  type SelectableModel,
} from '@app/contracts';

/** What a card says about a plan in numbers. */
export interface PlanFigures {
  plan: Plan;
  monthlyCents: number;
  annualCents: number;
  savingCents: number;
  savingPercent: number;
  /** Of one month. */
  credits: number;
  isPopular: boolean;
}

type Allowance = Pick<
  Answer<'quota.plans'>,
  'freeAllowance' | 'freeMonthlyCredits' | 'dailyBonusCredits' | 'dailyBonusMonthlyLimit'
>;

const USUAL_ALLOWANCE: Allowance = {
  freeAllowance: DEFAULT_FREE_ALLOWANCE,
  freeMonthlyCredits: DEFAULT_FREE_MONTHLY_CREDITS,
  dailyBonusCredits: DAILY_BONUS_CREDITS,
  dailyBonusMonthlyLimit: DAILY_BONUS_MONTHLY_LIMIT,
};

/** The credits that a free person can get in a month. */
function freeCredits(allowance: Allowance): number {
  const { freeAllowance, freeMonthlyCredits, dailyBonusCredits, dailyBonusMonthlyLimit } = allowance;
  const monthly = freeAllowance === 'both' || freeAllowance === 'monthly' ? freeMonthlyCredits : 0;
  const bonus = freeAllowance === 'both' || freeAllowance === 'daily' ? dailyBonusCredits * dailyBonusMonthlyLimit : 0;
  return monthly + bonus;
}

const cents = (amount: number): number => Math.round(amount * 100);

function figuresOf(plan: Plan, priced: PricedPlan | undefined, allowance: Allowance): PlanFigures {
  const terms = PLAN_TERMS[plan];
  const saving = annualSaving(terms);
  const credits = priced?.monthlyCredits ?? terms.monthlyCredits;
  return {
    plan,
    monthlyCents: priced ? cents(priced.monthlyPrice) : terms.monthlyPriceCents,
    annualCents: priced ? cents(priced.annualPrice) : terms.annualPriceCents,
    savingCents: priced ? cents(priced.annualSaving.amount) : saving.cents,
    savingPercent: priced?.annualSaving.percent ?? saving.percent,
    credits: plan === 'free' ? freeCredits(allowance) : credits,
    isPopular: priced?.popular ?? terms.popular,
  };
}

/** As the API answers; until it has, the figures that this build knows. */
export const planFigures = (
  priced: readonly PricedPlan[] = [],
  allowance: Allowance = USUAL_ALLOWANCE,
): PlanFigures[] =>
  PLANS.map((plan) =>
    figuresOf(
      plan,
      priced.find(({ id }) => id === PLAN_TERMS[plan].id),
      allowance,
    ),
  );

/** How many images of a model some credits pay for. */
export const imagesFor = (credits: number, model: SelectableModel): number =>
  Math.floor(toUnits(credits) / priceUnits(model));
