import { PLAN_TERMS, toUnits, type ChangeKind, type PaidPlan } from '@app/contracts';

export interface PlanChoice {
  plan: PaidPlan;
  isAnnual: boolean;
}

export const isSameChoice = (one: PlanChoice, other: PlanChoice): boolean =>
  one.plan === other.plan && one.isAnnual === other.isAnnual;

const creditsOf = ({ plan }: PlanChoice): number => PLAN_TERMS[plan].monthlyCredits;

/** Null without a change. Only more credits at the same interval come at once. */
export function changeKind(current: PlanChoice | null, wanted: PlanChoice): ChangeKind | null {
  if (current === null) return 'new';
  if (current.isAnnual !== wanted.isAnnual) return 'interval';
  if (creditsOf(wanted) > creditsOf(current)) return 'upgrade';
  return wanted.plan === current.plan ? null : 'downgrade';
}

interface TopUp {
  from: PaidPlan;
  to: PaidPlan;
  month: { starts: Date; ends: Date };
  at: Date;
}

/** The difference of the plans for the rest of the month. */
export function topUpUnits({ from, to, month: { starts, ends }, at }: TopUp): number {
  const difference = toUnits(PLAN_TERMS[to].monthlyCredits - PLAN_TERMS[from].monthlyCredits);
  const length = ends.getTime() - starts.getTime();
  const left = Math.min(Math.max(ends.getTime() - at.getTime(), 0), length);
  return Math.max(0, Math.floor((difference * left) / length));
}
