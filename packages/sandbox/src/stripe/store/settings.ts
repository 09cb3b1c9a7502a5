import { z } from 'zod';
import type { Slice, SliceOptions } from '../../kit/store.js';
import { randomAlphanumeric } from './ids.js';

const Keys = z.object({ secretKey: z.string(), publishableKey: z.string(), webhookSecret: z.string() });
export type StripeKeys = z.infer<typeof Keys>;

/** They stay the same over a reset, so that an application need not be told new ones. */
export const stripeKeySlice: SliceOptions<StripeKeys> = {
  name: 'stripe-keys',
  schema: Keys,
  seed: () => ({
    secretKey: `sk_test_${randomAlphanumeric(32)}`,
    publishableKey: `pk_test_${randomAlphanumeric(32)}`,
    webhookSecret: `whsec_${randomAlphanumeric(32)}`,
  }),
};

/** How webhooks reach the application. */
export const WEBHOOK_MODES = ['normal', 'late', 'twice', 'shuffled', 'lost'] as const;

/** How the service behaves; every part can be set by `POST /_sandbox/stripe`. */
export const Settings = z.strictObject({
  webhookMode: z.enum(WEBHOOK_MODES),
  /** How late a webhook comes in the mode `late`, and how long `shuffled` collects; real milliseconds. */
  webhookDelayMs: z.number().int().min(0).max(600_000),
  /** Where events go beside the endpoints that were created by API; signed by the secret of `environment()`. */
  webhookUrl: z.url().nullable(),
  /** Days after a failed charge of a renewal, for each further attempt. */
  retryDays: z.array(z.number().positive().max(60)).max(8),
  /** What becomes of the subscription when the last attempt has failed. */
  afterRetries: z.enum(['cancel', 'unpaid', 'past_due']),
  /** How long an invoice of a renewal stays a draft, in seconds. */
  draftSeconds: z.number().int().min(0).max(86_400),
  /** The account has no money, and no bank account stands in for it: nothing is refunded. */
  isOutOfMoney: z.boolean().optional(),
});
export type SettingsValue = z.infer<typeof Settings>;
export type StripeSettings = Slice<SettingsValue>;

export const stripeSettingsSlice: SliceOptions<SettingsValue> = {
  name: 'stripe-settings',
  schema: Settings,
  seed: () => ({
    webhookMode: 'normal',
    webhookDelayMs: 5000,
    webhookUrl: null,
    retryDays: [3, 5, 7],
    afterRetries: 'cancel',
    draftSeconds: 3600,
  }),
};
