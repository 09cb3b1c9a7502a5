import * as z from 'zod';
import { defineCall, idParams, nothing, timestamp } from '../core/call.js';
import { paged, pageQuery } from '../core/paging.js';
import { API_KEY_SCOPES } from './api-key-scopes.js';
import {
  API_KEY_DAILY_CREDITS_MAX,
  API_KEY_NAME_MAX,
  WEBHOOK_DELIVERIES_PAGE_SIZE,
  WEBHOOK_EVENTS,
  WEBHOOK_URL_MAX,
} from './limits.js';
import { apiKeyRoutes, webhookEndpointRoutes } from './routes.js';
import {
  apiKeySchema,
  newApiKeySchema,
  newWebhookEndpointSchema,
  webhookDeliverySchema,
  webhookEndpointSchema,
} from './schemas.js';

const name = z.string().trim().min(1).max(API_KEY_NAME_MAX);
const scopes = z.array(z.enum(API_KEY_SCOPES)).min(1);
const dailyCredits = z.int().min(1).max(API_KEY_DAILY_CREDITS_MAX).nullable();

export const apiKeyCalls = {
  list: defineCall(apiKeyRoutes.list, { answer: z.array(apiKeySchema) }),
  create: defineCall(apiKeyRoutes.create, {
    body: z.strictObject({
      name,
      scopes,
      daily_credits: dailyCredits.default(null),
      expires_at: timestamp.nullable().default(null),
    }),
    answer: newApiKeySchema,
  }),
  update: defineCall(apiKeyRoutes.update, {
    params: idParams,
    body: z.strictObject({ name: name.optional(), daily_credits: dailyCredits.optional() }),
    answer: apiKeySchema,
  }),
  /** A new key with the same name, scopes and budget; the old one ends after `API_KEY_OVERLAP_HOURS`. */
  rotate: defineCall(apiKeyRoutes.rotate, { params: idParams, answer: newApiKeySchema }),
  revoke: defineCall(apiKeyRoutes.revoke, { params: idParams, answer: nothing }),
};

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
