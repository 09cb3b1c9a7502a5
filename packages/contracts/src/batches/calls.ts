import * as z from 'zod';
import { defineCall, idParams } from '../core/call.js';
import { paged, pageQuery } from '../core/paging.js';
import { generateBody, idempotencyHeaders } from '../images/calls.js';
import { BATCH_NAME_MAX, BATCHES_PAGE_SIZE, MAX_BATCH_ROWS } from './limits.js';
import { batchRoutes } from './routes.js';
import { batchCheckSchema, batchSchema, batchWithRowsSchema } from './schemas.js';

/** One row: the settings of a generation, without a parent. */
export const batchRowBody = generateBody.omit({ parent_id: true });

/** Any value, so that the check can name the faults of each cell. */
const uncheckedRow = z.record(z.string(), z.unknown());

export const batchStartBody = z.strictObject({
  name: z.string().trim().min(1).max(BATCH_NAME_MAX).nullish(),
  rows: z.array(batchRowBody).min(1).max(MAX_BATCH_ROWS),
});

export const batchCalls = {
  /** Prices and faults of each row. Stores nothing. */
  check: defineCall(batchRoutes.check, {
    body: z.strictObject({ rows: z.array(uncheckedRow).min(1).max(MAX_BATCH_ROWS) }),
    answer: batchCheckSchema,
  }),
  /** Holds no credits: each row does when it is released. */
  start: defineCall(batchRoutes.start, {
    body: batchStartBody,
    headers: idempotencyHeaders,
    answer: batchWithRowsSchema,
  }),
  list: defineCall(batchRoutes.list, {
    query: z.strictObject(pageQuery(BATCHES_PAGE_SIZE)),
    answer: paged(batchSchema),
  }),
  show: defineCall(batchRoutes.show, { params: idParams, answer: batchWithRowsSchema }),
  pause: defineCall(batchRoutes.pause, { params: idParams, answer: batchWithRowsSchema }),
  resume: defineCall(batchRoutes.resume, { params: idParams, answer: batchWithRowsSchema }),
  /** Waiting rows end, pending ones are cancelled, rows in progress finish. */
  stop: defineCall(batchRoutes.stop, { params: idParams, answer: batchWithRowsSchema }),
  /** Once its last row has ended. Its images stay. */
  delete: defineCall(batchRoutes.delete, { params: idParams, answer: z.null() }),
  /** A new batch of the failed and cancelled rows, at the prices of now. */
  retry: defineCall(batchRoutes.retry, {
    params: idParams,
    headers: idempotencyHeaders,
    answer: batchWithRowsSchema,
  }),
};
