import {
  DAILY_BONUS_CREDITS,
  DAILY_BONUS_MONTHLY_LIMIT,
  type Answer,
  type FreeAllowance,
  type Plan,
} from '@app/contracts';
import { hasDailyBonus } from '../../quota/index.js';

/** Per person, whatever account they use. `day`: UTC, `yyyy-mm-dd`. */
export const bonusKey = (identityMark: string, day: string): string => `bonus:${identityMark}:${day}`;

/** By the database's clock, in UTC. Days are `yyyy-mm-dd`. */
export interface BonusSituation {
  allowance: FreeAllowance;
  plan: Plan;
  today: string;
  tomorrow: Date;
  nextMonth: Date;
  claims: number;
  lastClaim: string | null;
}

export type BonusRefusal = 'not_offered' | 'subscribed' | 'claimed_today' | 'month_is_full';

/** The most lasting reason first; null when the bonus can be claimed. */
export function bonusRefusal({ allowance, plan, claims, lastClaim, today }: BonusSituation): BonusRefusal | null {
  if (!hasDailyBonus(allowance)) return 'not_offered';
  if (plan !== 'free') return 'subscribed';
  if (claims >= DAILY_BONUS_MONTHLY_LIMIT) return 'month_is_full';
  // Includes days in the future: a clock that was set back earns nothing.
  return lastClaim !== null && lastClaim >= today ? 'claimed_today' : null;
}

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
