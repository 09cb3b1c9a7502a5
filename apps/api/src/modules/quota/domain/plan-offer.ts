import {
  DAILY_BONUS_CREDITS,
  DAILY_BONUS_MONTHLY_LIMIT,
  PLAN_TERMS,
  PLANS,
  toCredits,
  type Answer,
  type FreeAllowance,
  type Plan,
} from '@app/contracts';
import { freeMonthUnits, hasDailyBonus } from './allowance.js';

export interface OfferSettings {
  freeAllowance: FreeAllowance;
  freeMonthlyUnits: number;
  inFlight: Record<Plan, number>;
}

/** An allowance that this installation does not grant is 0. */
export const planOffer = (settings: OfferSettings): Answer<'quota.plans'> => ({
  plans: PLANS.map((plan) => {
    const { id, monthlyPriceCents, annualPriceCents, monthlyCredits, imagesPerGeneration, ...terms } = PLAN_TERMS[plan];
    return {
      id,
      plan,
      monthlyPrice: monthlyPriceCents / 100,
      annualPrice: annualPriceCents / 100,
      monthlyCredits,
      imagesPerGeneration,
      inFlightLimit: settings.inFlight[plan],
      batchLimit: terms.batchLimit,
      commercialUse: terms.commercialUse,
      popular: terms.popular,
    };
  }),
  freeAllowance: settings.freeAllowance,
  freeMonthlyCredits: toCredits(freeMonthUnits(settings)),
  dailyBonusCredits: hasDailyBonus(settings.freeAllowance) ? DAILY_BONUS_CREDITS : 0,
  dailyBonusMonthlyLimit: hasDailyBonus(settings.freeAllowance) ? DAILY_BONUS_MONTHLY_LIMIT : 0,
});
