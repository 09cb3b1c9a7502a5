import * as z from 'zod';
import { timestamp } from '../core/call.js';
import { API_KEY_SCOPES } from './scopes.js';

export const apiKeySchema = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  /** The prefix and the last four characters: enough to recognise a key, not to use it. */
  hint: z.string(),
  scopes: z.array(z.enum(API_KEY_SCOPES)),
  /** Of the key and those it replaced together; null without a limit. */
  daily_credits: z.number().nullable(),
  credits_used_today: z.number(),
  credits_used: z.number(),
  requests: z.int(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
  /** The key that took its place; it stays valid until `expires_at`. */
  replaced_by: z.uuid().nullable(),
});
export type ApiKey = z.output<typeof apiKeySchema>;

/** Answered once: only a hash of `key` is stored. */
export const newApiKeySchema = z.strictObject({ ...apiKeySchema.shape, key: z.string() });
export type NewApiKey = z.output<typeof newApiKeySchema>;
