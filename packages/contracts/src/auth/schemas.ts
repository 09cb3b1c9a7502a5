import * as z from 'zod';
import { defineCall, nothing } from '../core/call.js';
import { PREFERENCE_LANGUAGES, TIMEZONES } from '../users/preferences.js';
import { userSchema } from '../users/schemas.js';
import { OAUTH_PROVIDERS } from './providers.js';
import { authRoutes } from './routes.js';

// Unknown providers answer 404, so the handler checks the value.
const providerParams = z.strictObject({ provider: z.string().max(50) });
// Bounds the cost of hashing.
const opaqueToken = z.string().min(1).max(2000);

export const tokenPairSchema = z.strictObject({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
});
export type TokenPair = z.output<typeof tokenPairSchema>;

export const authCalls = {
  /** Those that this installation has keys for, in their usual order. */
  providers: defineCall(authRoutes.providers, { answer: z.array(z.enum(OAUTH_PROVIDERS)) }),
  start: defineCall(authRoutes.start, {
    params: providerParams,
    /** A path of this product; anything else falls back to `/`. */
    query: z.strictObject({ redirect: z.string().max(2000).optional() }),
    answer: z.strictObject({ auth_url: z.url() }),
  }),
  callback: defineCall(authRoutes.callback, {
    params: providerParams,
    body: z.strictObject({
      code: z.string().min(1).max(2000),
      /** Optional when the browser's cookie names exactly one sign-in in progress. */
      state: z.string().min(1).max(500).optional(),
      /** What a new account prefers. */
      language: z.enum(PREFERENCE_LANGUAGES).optional(),
      timezone: z.enum(TIMEZONES).optional(),
    }),
    answer: z.strictObject({
      ...tokenPairSchema.shape,
      user: userSchema,
      redirect: z.string(),
      is_new_user: z.boolean(),
    }),
  }),
  me: defineCall(authRoutes.me, { answer: userSchema }),
  refresh: defineCall(authRoutes.refresh, {
    body: z.strictObject({ refresh_token: opaqueToken }),
    answer: tokenPairSchema,
  }),
  logout: defineCall(authRoutes.logout, { answer: nothing }),
  logoutEverywhere: defineCall(authRoutes.logoutEverywhere, { answer: nothing }),
  verify: defineCall(authRoutes.verify, { answer: nothing }),
  verifyEmail: defineCall(authRoutes.verifyEmail, { body: z.strictObject({ token: opaqueToken }), answer: nothing }),
  resendVerification: defineCall(authRoutes.resendVerification, { answer: nothing }),
};
