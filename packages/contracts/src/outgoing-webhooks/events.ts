import * as z from 'zod';
import { BATCH_STATUSES } from '../batches/limits.js';
import { timestamp } from '../core/call.js';
import { GENERATION_ERROR_CODES } from '../images/generation-error-codes.js';

const count = z.int().min(0);
const credits = z.number();

const event = <T extends string, D extends z.ZodType>(type: T, data: D) =>
  z.strictObject({
    type: z.literal(type),
    /** When it happened; the attempt's own time is in the header `webhook-timestamp`. */
    timestamp,
    data,
  });

const endedGeneration = {
  generation_id: z.uuid(),
  image_count: count,
  credits_used: credits,
  created_at: timestamp,
  finished_at: timestamp,
};

/**
 * The body of each delivery. It names things by their ids: no prompt, address, name or secret is in it, because receivers
 * keep what they get. Images are read through the API, with a key.
 */
export const webhookBodySchema = z.discriminatedUnion('type', [
  event(
    'generation.completed',
    z.strictObject({
      ...endedGeneration,
      status: z.literal('completed'),
      /** Of the delivered images, in order; those that failed are not among them. */
      image_ids: z.array(z.uuid()).min(1),
    }),
  ),
  event(
    'generation.failed',
    z.strictObject({
      ...endedGeneration,
      status: z.literal('failed'),
      error_code: z.enum(GENERATION_ERROR_CODES),
    }),
  ),
  event(
    'batch.completed',
    z.strictObject({
      batch_id: z.uuid(),
      status: z.enum(BATCH_STATUSES).extract(['completed', 'stopped']),
      row_count: count,
      rows_completed: count,
      rows_failed: count,
      rows_cancelled: count,
      credits_used: credits,
      created_at: timestamp,
      finished_at: timestamp,
    }),
  ),
  event('credits.low', z.strictObject({ available_credits: credits, threshold_credits: credits })),
  event('test', z.strictObject({ endpoint_id: z.uuid() })),
]);
export type WebhookBody = z.output<typeof webhookBodySchema>;

type Content<B> = B extends WebhookBody ? Pick<B, 'type' | 'data'> : never;
/** What happened, without the time. */
export type WebhookContent = Content<WebhookBody>;
