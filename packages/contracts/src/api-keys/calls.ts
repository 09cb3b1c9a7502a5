import * as z from 'zod';
import { defineCall, idParams, nothing, timestamp } from '../core/call.js';
import { API_KEY_DAILY_CREDITS_MAX, API_KEY_NAME_MAX } from './limits.js';
import { apiKeyRoutes } from './routes.js';
import { apiKeySchema, newApiKeySchema } from './schemas.js';
import { API_KEY_SCOPES } from './scopes.js';

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
