import type { FreeAllowance } from '@app/contracts';

const hasFreeMonth = (allowance: FreeAllowance): boolean => allowance === 'monthly' || allowance === 'both';
export const hasDailyBonus = (allowance: FreeAllowance): boolean => allowance === 'daily' || allowance === 'both';

export const freeMonthUnits = (settings: { freeAllowance: FreeAllowance; freeMonthlyUnits: number }): number =>
  hasFreeMonth(settings.freeAllowance) ? settings.freeMonthlyUnits : 0;

/** Per person, whatever account they use: removing the account earns nothing. */
export const freeMonthKey = (identityMark: string, month: string): string => `free:${identityMark}:${month}`;
