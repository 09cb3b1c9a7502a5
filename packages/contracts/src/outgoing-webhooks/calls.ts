import * as z from 'zod';
import { defineCall, idParams, nothing } from '../core/call.js';
import { paged, pageQuery } from '../core/paging.js';
import { WEBHOOK_DELIVERIES_PAGE_SIZE, WEBHOOK_EVENTS, WEBHOOK_URL_MAX } from './limits.js';
import { webhookEndpointRoutes } from './routes.js';
import { newWebhookEndpointSchema, webhookDeliverySchema, webhookEndpointSchema } from './schemas.js';

const url = z.string().min(1).max(WEBHOOK_URL_MAX);
const events = z.array(z.enum(WEBHOOK_EVENTS)).min(1);

export const webhookEndpointCalls = {
  list: defineCall(webhookEndpointRoutes.list, { answer: z.array(webhookEndpointSchema) }),
  create: defineCall(webhookEndpointRoutes.create, {
    body: z.strictObject({ url, events }),
    answer: newWebhookEndpointSchema,
  }),
  update: defineCall(webhookEndpointRoutes.update, {
    params: idParams,
    body: z.strictObject({ url: url.optional(), events: events.optional(), enabled: z.boolean().optional() }),
    answer: webhookEndpointSchema,
  }),
  delete: defineCall(webhookEndpointRoutes.delete, { params: idParams, answer: nothing }),
  /** Deliveries carry the signatures of both secrets for 24 hours. */
  rotateSecret: defineCall(webhookEndpointRoutes.rotateSecret, { params: idParams, answer: newWebhookEndpointSchema }),
  test: defineCall(webhookEndpointRoutes.test, { params: idParams, answer: webhookDeliverySchema }),
  deliveries: defineCall(webhookEndpointRoutes.deliveries, {
    params: idParams,
    query: z.strictObject(pageQuery(WEBHOOK_DELIVERIES_PAGE_SIZE)),
    answer: paged(webhookDeliverySchema),
  }),
  replay: defineCall(webhookEndpointRoutes.replay, {
    params: z.strictObject({ id: z.uuid(), delivery_id: z.uuid() }),
    answer: webhookDeliverySchema,
  }),
};
