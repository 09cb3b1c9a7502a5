export const GRANT_KINDS = ['free_month', 'bonus', 'plan_month', 'plan_topup', 'adjustment'] as const;
export type GrantKind = (typeof GRANT_KINDS)[number];

/**
 * Balances show what can be spent, so an image is priced once, by its `hold`. A `charge` makes the hold final and changes
 * nothing; a `return` reverses it. An `expire` includes credits returned to a grant after its expiry. A `debt_repay`
 * takes from a new grant what a `clawback` (e.g. after a refund) could not.
 */
export const STATEMENT_KINDS = ['grant', 'hold', 'charge', 'return', 'expire', 'clawback', 'debt_repay'] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

export const STATEMENT_PAGE_SIZE = 20;
export const STATEMENT_PROMPT_MAX = 80;
