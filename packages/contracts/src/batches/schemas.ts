import * as z from 'zod';
import { timestamp } from '../core/call.js';
import { ERROR_CODES, type ErrorCode } from '../core/error-codes.js';
import { GENERATION_ERROR_CODES } from '../images/generation-error-codes.js';
import { imageSchema, settingsShape } from '../images/schemas.js';
import { BATCH_PAUSE_REASONS, BATCH_ROW_STATUSES, BATCH_SOURCES, BATCH_STATUSES } from './limits.js';

/** Why a row failed: as a generation does, or because its model was withdrawn before its turn. */
export const BATCH_ROW_ERROR_CODES = [...GENERATION_ERROR_CODES, 'MODEL_NOT_SUPPORTED'] as const;

const rowCount = z.int().min(0);

export const batchSchema = z.strictObject({
  id: z.uuid(),
  name: z.string().nullable(),
  status: z.enum(BATCH_STATUSES),
  /** Null unless paused. */
  pause_reason: z.enum(BATCH_PAUSE_REASONS).nullable(),
  source: z.enum(BATCH_SOURCES),
  row_count: rowCount,
  rows_by_status: z.record(z.enum(BATCH_ROW_STATUSES), rowCount),
  /** The sum of the frozen prices: never exceeded by `credits_used`. */
  total_credits: z.number(),
  credits_used: z.number(),
  credits_held: z.number(),
  /** Until the last row is expected to end; null when paused, held or finished. */
  estimated_seconds: z.int().nullable(),
  /** Its waiting rows begin then, since too many prompts of the account were declined; null unless they are held. */
  held_until: timestamp.nullable(),
  created_at: timestamp,
  /** Rows that still wait then are cancelled. */
  expires_at: timestamp,
  finished_at: timestamp.nullable(),
});
export type Batch = z.output<typeof batchSchema>;

export const batchRowSchema = z.strictObject({
  /** From 1, in the order of the start. */
  number: z.int().min(1),
  status: z.enum(BATCH_ROW_STATUSES),
  error_code: z.enum(BATCH_ROW_ERROR_CODES).nullable(),
  ...settingsShape,
  /** Null: chosen at random when the row is released. */
  seed: z.int().nullable(),
  count: z.int(),
  /** Frozen at the start, for the whole row. */
  price: z.number(),
  credits_used: z.number(),
  generation_id: z.uuid().nullable(),
  images: z.array(imageSchema),
});
export type BatchRow = z.output<typeof batchRowSchema>;

export const batchWithRowsSchema = z.strictObject({ ...batchSchema.shape, rows: z.array(batchRowSchema) });
export type BatchWithRows = z.output<typeof batchWithRowsSchema>;

export const batchCheckSchema = z.strictObject({
  /** Rows that the plan allows; 0 without the feature. */
  row_limit: z.int(),
  rows: z.array(
    z.strictObject({
      number: z.int().min(1),
      /** Null for a row with faults. */
      price: z.number().nullable(),
      faults: z.array(
        z.strictObject({
          field: z.string(),
          code: z.enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]]),
          message: z.string(),
        }),
      ),
    }),
  ),
  total_credits: z.number(),
  available_credits: z.number(),
  /** How many rows, taken in order, the credits pay; rows with faults cost nothing yet. */
  affordable_rows: z.int(),
});
export type BatchCheck = z.output<typeof batchCheckSchema>;
