import type { FreeAllowance } from '@app/contracts';

const hasFreeMonth = (allowance: FreeAllowance): boolean => allowance === 'monthly' || allowance === 'both';
export const hasDailyBonus = (allowance: FreeAllowance): boolean => allowance === 'daily' || allowance === 'both';

/** Units that a free account gets each month; 0 where the installation gives none. */
export const freeMonthUnits = (settings: { freeAllowance: FreeAllowance; freeMonthlyUnits: number }): number =>
  hasFreeMonth(settings.freeAllowance) ? settings.freeMonthlyUnits : 0;

/** One free month of one person, whatever account they hold: removing the account and coming back earns nothing. */
export const freeMonthKey = (identityMark: string, month: string): string => `free:${identityMark}:${month}`;
