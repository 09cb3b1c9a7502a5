/** Why credits were given. */
export const GRANT_KINDS = ['free_month', 'bonus', 'plan_month', 'plan_topup', 'adjustment'] as const;
export type GrantKind = (typeof GRANT_KINDS)[number];

/**
 * What a line of the statement says. A statement tells what could be spent, so a picture takes its price once, when it
 * is asked for:
 * - `grant` credits came in
 * - `hold` a picture was asked for: its price leaves the balance
 * - `charge` that picture was delivered: the held price is final, and nothing further is taken (`credits` is 0)
 * - `return` that picture was not delivered: the held price is back in full
 * - `expire` what was left of a grant was no longer valid; also what was returned to a grant that had expired meanwhile
 * - `clawback` a grant was taken back, e.g. after its payment was refunded
 * - `debt_repay` a part of a grant made up for credits that were spent and then taken back
 */
export const STATEMENT_KINDS = ['grant', 'hold', 'charge', 'return', 'expire', 'clawback', 'debt_repay'] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

export const STATEMENT_PAGE_SIZE = 20;
/** Code points of a prompt that name its picture in a line; a longer one ends in an ellipsis. */
export const STATEMENT_PROMPT_MAX = 80;
