import * as z from 'zod';
import { calendarDay, timestamp } from '../core/call.js';
import { paged, pageQuery } from '../core/paging.js';
import { GRANT_KINDS, STATEMENT_KINDS, STATEMENT_PAGE_SIZE } from './statement.js';

const credits = z.number();

const filters = {
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
  id: z.int(),
  at: timestamp,
  kind: z.enum(STATEMENT_KINDS),
  /** Signed; 0 for a `charge`, because its `hold` already took the price. */
  credits,
  /** Unsigned: for a `charge` the price, for a `clawback` including the resulting debt. */
  amount: credits,
  balance: credits,
  picture: z
    .strictObject({
      imageId: z.uuid(),
      generationId: z.uuid(),
      frameNumber: z.int(),
      prompt: z.string().nullable(),
      isDeleted: z.boolean(),
      /** Signed, of the smallest file; null while there is none, once the image is deleted and while its file is lost. */
      thumbnail: z.string().nullable(),
    })
    .nullable(),
  grant: z
    .strictObject({
      kind: z.enum(GRANT_KINDS),
      expiresAt: timestamp.nullable(),
      /** The provider's id of the invoice that paid for credits of a plan. */
      invoice: z.string().nullable(),
    })
    .nullable(),
});
export type StatementLine = z.output<typeof statementLineSchema>;

/** The balances are those of the period, independent of the kind filter. */
export const statementSchema = paged(statementLineSchema).extend({
  openingBalance: credits,
  closingBalance: credits,
});
export type Statement = z.output<typeof statementSchema>;
