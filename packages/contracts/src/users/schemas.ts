import * as z from 'zod';
import { defineCall, nothing, timestamp } from '../core/call.js';
import { cleanText, codePointLength, isBlank } from '../core/text.js';
import { SUBSCRIPTION_STATUSES } from '../quota/plans.js';
import { NAME_MAX, PREFERENCE_LANGUAGES, TIMEZONES } from './preferences.js';
import { userRoutes } from './routes.js';

export const userSchema = z.strictObject({
  id: z.uuid(),
  email: z.string().nullable(),
  email_verified: z.boolean(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  subscription_status: z.enum(SUBSCRIPTION_STATUSES),
  created_at: timestamp,
});
export type User = z.output<typeof userSchema>;

export const preferencesSchema = z.strictObject({
  emailNotifications: z.boolean(),
  marketingEmails: z.boolean(),
  language: z.enum(PREFERENCE_LANGUAGES),
  timezone: z.enum(TIMEZONES),
});

const displayName = z
  .string()
  .max(10_000)
  .transform(cleanText)
  .refine((name) => !isBlank(name), 'must not be blank')
  .refine((name) => codePointLength(name) <= NAME_MAX, `must have at most ${NAME_MAX} characters`);

const profileBody = z.strictObject({ name: displayName });

export const userStatsSchema = z.strictObject({
  total_generations: z.int(),
  total_images: z.int(),
  total_favorites: z.int(),
  total_credits_used: z.number(),
  images_this_month: z.int(),
});

const unsubscribeParams = z.strictObject({ token: z.string().max(200) });

export const userCalls = {
  profile: defineCall(userRoutes.profile, { answer: userSchema }),
  replaceProfile: defineCall(userRoutes.replaceProfile, { body: profileBody, answer: userSchema }),
  updateProfile: defineCall(userRoutes.updateProfile, { body: profileBody, answer: userSchema }),
  stats: defineCall(userRoutes.stats, { answer: userStatsSchema }),
  deleteAccount: defineCall(userRoutes.deleteAccount, { answer: nothing }),
  preferences: defineCall(userRoutes.preferences, { answer: preferencesSchema }),
  /** By one click in a mail program (RFC 8058); whatever form is sent with it is ignored. */
  unsubscribe: defineCall(userRoutes.unsubscribe, { params: unsubscribeParams, answer: nothing }),
  /** For people whose mail program opens that address: leads to the page that asks them. Changes nothing. */
  unsubscribePage: defineCall(userRoutes.unsubscribePage, { params: unsubscribeParams, answer: z.never() }),
  updatePreferences: defineCall(userRoutes.updatePreferences, {
    body: preferencesSchema.partial(),
    answer: preferencesSchema,
  }),
};
