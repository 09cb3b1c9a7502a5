/** Internally whole units, so that 6.5 credits are exact. */
export const UNITS_PER_CREDIT = 10;

export const toUnits = (credits: number): number => Math.round(credits * UNITS_PER_CREDIT);
export const toCredits = (units: number): number => units / UNITS_PER_CREDIT;

export const FREE_ALLOWANCES = ['daily', 'monthly', 'none', 'both'] as const;
export type FreeAllowance = (typeof FREE_ALLOWANCES)[number];
export const DEFAULT_FREE_ALLOWANCE: FreeAllowance = 'both';
export const DEFAULT_FREE_MONTHLY_CREDITS = 5;

export const DAILY_BONUS_CREDITS = 1;
export const DAILY_BONUS_MONTHLY_LIMIT = 5;
export const BONUS_MESSAGE_MS = 3000;
export const CREDIT_HIGHLIGHT_MS = 1000;
