import type { FreeAllowance } from '@app/contracts';

export const hasFreeMonth = (allowance: FreeAllowance): boolean => allowance === 'monthly' || allowance === 'both';
export const hasDailyBonus = (allowance: FreeAllowance): boolean => allowance === 'daily' || allowance === 'both';

/** One free month of one person, whatever account they hold: removing the account and coming back earns nothing. */
export const freeMonthKey = (identityMark: string, month: string): string => `free:${identityMark}:${month}`;
