import * as z from 'zod';
import { timestamp } from '../core/call.js';
import { WEBHOOK_DELIVERY_STATUSES, WEBHOOK_EVENTS, WEBHOOK_FAILURES } from './limits.js';

export const webhookEndpointSchema = z.strictObject({
  id: z.uuid(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  enabled: z.boolean(),
  /** Disabled by us after days of failures, which a mail said. */
  disabled_at: timestamp.nullable(),
  failing_since: timestamp.nullable(),
  created_at: timestamp,
});
export type WebhookEndpoint = z.output<typeof webhookEndpointSchema>;

/** `secret` (`whsec_…`) is answered at creation and rotation only. */
export const newWebhookEndpointSchema = z.strictObject({ ...webhookEndpointSchema.shape, secret: z.string() });
export type NewWebhookEndpoint = z.output<typeof newWebhookEndpointSchema>;

export const webhookDeliverySchema = z.strictObject({
  id: z.uuid(),
  /** The `webhook-id` of every attempt. */
  event_id: z.string(),
  event: z.enum([...WEBHOOK_EVENTS, 'test']),
  status: z.enum(WEBHOOK_DELIVERY_STATUSES),
  attempts: z.int(),
  /** HTTP status of the last attempt; null when nobody answered. */
  last_status: z.int().nullable(),
  /** Why nobody answered; null with an answer. */
  last_failure: z.enum(WEBHOOK_FAILURES).nullable(),
  last_attempt_at: timestamp.nullable(),
  next_attempt_at: timestamp.nullable(),
  created_at: timestamp,
});
export type WebhookDelivery = z.output<typeof webhookDeliverySchema>;
