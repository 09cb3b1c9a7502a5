import * as z from 'zod';
import { defineCall, timestamp } from '../core/call.js';
import { DEFAULT_QUALITY, QUALITIES } from '../images/options.js';
import type { Refusal } from '../images/generate-refusals.js';
import { FREE_ALLOWANCES } from './credits.js';
import { PLAN_IDS, PLANS, SUBSCRIPTION_STATUSES } from './plans.js';
import { quotaRoutes } from './routes.js';
import { statementExportQuery, statementQuery, statementSchema } from './statement-schemas.js';

const credits = z.number();

export const quotaSchema = z.strictObject({
  totalCredits: credits,
  remainingCredits: credits,
  currentCredits: credits,
  canGenerate: z.boolean(),
  subscriptionStatus: z.enum(SUBSCRIPTION_STATUSES),
  inFlight: z.int(),
  inFlightLimit: z.int(),
  imagesPerGeneration: z.int(),
  nextExpiry: z.strictObject({ credits, at: timestamp }).nullable(),
  nextGrantAt: timestamp.nullable(),
});
export type Quota = z.output<typeof quotaSchema>;

export const quotaStatsSchema = z.strictObject({
  grantedCredits: credits,
  spentCredits: credits,
  heldCredits: credits,
  expiredCredits: credits,
  spentThisMonth: credits,
  days: z.array(z.strictObject({ date: z.iso.date(), spentCredits: credits, images: z.int() })),
});

const checkBody = z.strictObject({
  imageCount: z.int().min(1).max(100).default(1),
  // The specified default has no price of its own: unknown models are priced like the default one.
  model: z.string().min(1).max(100).default('stable-diffusion-xl'),
  quality: z.enum(QUALITIES).default(DEFAULT_QUALITY),
});

/** What can be said against a request without knowing its texts. */
export const QUOTA_REFUSALS = [
  'MODEL_NOT_SUPPORTED',
  'PLAN_LIMIT',
  'TOO_MANY_IN_FLIGHT',
  'INSUFFICIENT_CREDITS',
] as const satisfies readonly Refusal[];
export type QuotaRefusal = (typeof QUOTA_REFUSALS)[number];

export const quotaPlanSchema = z.strictObject({
  id: z.enum(PLAN_IDS),
  plan: z.enum(PLANS),
  monthlyPrice: z.number(),
  annualPrice: z.number(),
  monthlyCredits: credits,
  imagesPerGeneration: z.int(),
  inFlightLimit: z.int(),
  batchLimit: z.int(),
  commercialUse: z.boolean(),
  popular: z.boolean(),
});

export const quotaCalls = {
  show: defineCall(quotaRoutes.show, { answer: quotaSchema }),
  stats: defineCall(quotaRoutes.stats, { answer: quotaStatsSchema }),
  check: defineCall(quotaRoutes.check, {
    body: checkBody,
    answer: z.strictObject({
      canGenerate: z.boolean(),
      /** Why `POST /images/generate` would refuse this; null when it would not. */
      reason: z.enum(QUOTA_REFUSALS).nullable(),
      requiredCredits: credits,
      remainingCredits: credits,
      missingCredits: credits,
      unitPrice: credits,
    }),
  }),
  statement: defineCall(quotaRoutes.statement, { query: statementQuery, answer: statementSchema }),
  exportStatement: defineCall(
    quotaRoutes.exportStatement,
    { query: statementExportQuery, answer: z.never() },
    { media: ['text/csv'] },
  ),
  plans: defineCall(quotaRoutes.plans, {
    answer: z.strictObject({
      plans: z.array(quotaPlanSchema),
      freeAllowance: z.enum(FREE_ALLOWANCES),
      freeMonthlyCredits: credits,
      dailyBonusCredits: credits,
      dailyBonusMonthlyLimit: z.int(),
    }),
  }),
};
