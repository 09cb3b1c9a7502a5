import {
  DAILY_BONUS_CREDITS,
  DAILY_BONUS_MONTHLY_LIMIT,
  type Answer,
  type FreeAllowance,
  type Plan,
} from '@app/contracts';
import { hasDailyBonus } from '../../quota/index.js';

/** One day's bonus of one person, whatever account they hold. `day`: UTC, `yyyy-mm-dd`. */
export const bonusKey = (identityMark: string, day: string): string => `bonus:${identityMark}:${day}`;

/** Where a person stands, by the database's clock and in UTC. */
export interface BonusSituation {
  allowance: FreeAllowance;
  plan: Plan;
  /** `yyyy-mm-dd` */
  today: string;
  tomorrow: Date;
  nextMonth: Date;
  /** Claims of the running month. */
  claims: number;
  /** `yyyy-mm-dd` of the last claim ever, or null. */
  lastClaim: string | null;
}

export type BonusRefusal = 'not_offered' | 'subscribed' | 'claimed_today' | 'month_is_full';

/** Why there is no bonus now, the most lasting reason first; null when it can be claimed. */
export function bonusRefusal({ allowance, plan, claims, lastClaim, today }: BonusSituation): BonusRefusal | null {
  if (!hasDailyBonus(allowance)) return 'not_offered';
  if (plan !== 'free') return 'subscribed';
  if (claims >= DAILY_BONUS_MONTHLY_LIMIT) return 'month_is_full';
  // Also a day in the future: a clock that was set back earns nothing.
  return lastClaim !== null && lastClaim >= today ? 'claimed_today' : null;
}

/** As the status call tells it. */
export function bonusStatus(situation: BonusSituation): Answer<'dailyBonus.status'> {
  const refusal = bonusRefusal(situation);
  const isOffered = hasDailyBonus(situation.allowance);
  const next = {
    claimed_today: situation.tomorrow,
    month_is_full: situation.nextMonth,
    subscribed: null,
    not_offered: null,
  };
  return {
    canClaim: refusal === null,
    monthlyCount: situation.claims,
    monthlyLimit: isOffered ? DAILY_BONUS_MONTHLY_LIMIT : 0,
    lastClaimDate: situation.lastClaim,
    nextClaimAt: (refusal && next[refusal]?.toISOString()) ?? null,
    bonusCredits: isOffered ? DAILY_BONUS_CREDITS : 0,
  };
}
