import * as z from 'zod';
import { calendarDay, timestamp } from '../core/call.js';
import { paged, pageQuery } from '../core/paging.js';
import { GRANT_KINDS, STATEMENT_KINDS, STATEMENT_PAGE_SIZE } from './statement.js';

const credits = z.number();

const filters = {
  /** First and last UTC day, both included; no bound when left out. */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  kind: z.enum(STATEMENT_KINDS).optional(),
};

const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined || to === undefined || from <= to;
const outOfOrder = { path: ['to'], message: 'must not be before from' };

export const statementQuery = z
  .strictObject({ ...pageQuery(STATEMENT_PAGE_SIZE), ...filters })
  .refine(inOrder, outOfOrder);
export const statementExportQuery = z.strictObject(filters).refine(inOrder, outOfOrder);
export type StatementFilter = z.output<typeof statementExportQuery>;

export const statementLineSchema = z.strictObject({
  /** Running number of the account's lines, from 1; a line keeps it for ever. */
  id: z.int(),
  /** Never before that of an earlier line. */
  at: timestamp,
  kind: z.enum(STATEMENT_KINDS),
  /** Signed change of what can be spent; 0 for a `charge`, whose price was taken by its `hold`. */
  credits,
  /**
   * What the line is about, unsigned: of a `charge` the price that became final, of a `clawback` also what had been
   * spent already and is owed since, else the size of `credits`.
   */
  amount: credits,
  /** What could be spent after this line. */
  balance: credits,
  /** The picture that the line is for; null when it is for none. */
  picture: z
    .strictObject({
      imageId: z.uuid(),
      generationId: z.uuid(),
      frameNumber: z.int(),
      /** Beginning of its prompt; null once it was deleted. */
      prompt: z.string().nullable(),
      isDeleted: z.boolean(),
    })
    .nullable(),
  /** The grant that the line is about; null when it is about none. */
  grant: z
    .strictObject({
      kind: z.enum(GRANT_KINDS),
      /** Null for credits that do not expire. */
      expiresAt: timestamp.nullable(),
    })
    .nullable(),
});
export type StatementLine = z.output<typeof statementLineSchema>;

/** Lines newest first. The two balances are those of the period, whichever kind of line is asked for. */
export const statementSchema = paged(statementLineSchema).extend({
  /** What could be spent before the first day; 0 when the period begins with the account. */
  openingBalance: credits,
  /** What could be spent after the last day; what can be spent now when the period is open. */
  closingBalance: credits,
});
export type Statement = z.output<typeof statementSchema>;
