import * as z from 'zod';
import { defineCall, nothing } from '../core/call.js';
import { PREFERENCE_LANGUAGES } from '../users/preferences.js';
import { userSchema } from '../users/schemas.js';
import { authRoutes } from './routes.js';

// An unknown provider is 404 like any unknown path, so the value is checked by the handler.
const providerParams = z.strictObject({ provider: z.string().max(50) });
// Real refresh tokens are far shorter; the bound keeps hashing cheap.
const opaqueToken = z.string().min(1).max(2000);

export const tokenPairSchema = z.strictObject({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('Bearer'),
  /** Seconds that the access token lives. */
  expires_in: z.int(),
});
export type TokenPair = z.output<typeof tokenPairSchema>;

export const authCalls = {
  start: defineCall(authRoutes.start, {
    params: providerParams,
    /** `redirect`: the path of our own that the person wanted; anything else falls back to `/`. */
    query: z.strictObject({ redirect: z.string().max(2000).optional() }),
    answer: z.strictObject({ auth_url: z.url() }),
  }),
  callback: defineCall(authRoutes.callback, {
    params: providerParams,
    body: z.strictObject({
      code: z.string().min(1).max(2000),
      /** May be left out when the browser's cookie names exactly one sign-in in progress. */
      state: z.string().min(1).max(500).optional(),
      /** The language of the page; becomes the preference of a new account. */
      language: z.enum(PREFERENCE_LANGUAGES).optional(),
    }),
    answer: z.strictObject({
      ...tokenPairSchema.shape,
      user: userSchema,
      /** The validated path to go on to. */
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
  verify: defineCall(authRoutes.verify, { answer: nothing }),
  verifyEmail: defineCall(authRoutes.verifyEmail, { body: z.strictObject({ token: opaqueToken }), answer: nothing }),
  resendVerification: defineCall(authRoutes.resendVerification, { answer: nothing }),
};
