import * as z from 'zod';
import { defineCall, timestamp } from '../core/call.js';
import { DEFAULT_QUALITY, QUALITIES } from '../images/options.js';
import type { Refusal } from '../images/reasons.js';
import { FREE_ALLOWANCES } from './credits.js';
import { PLAN_IDS, PLANS, SUBSCRIPTION_STATUSES } from './plans.js';
import { quotaRoutes } from './routes.js';
import { statementExportQuery, statementQuery, statementSchema } from './statement-schemas.js';

const credits = z.number();

export const quotaSchema = z.strictObject({
  /** Amounts of all living grants, spent or not. */
  totalCredits: credits,
  /** Free to spend now. */
  remainingCredits: credits,
  /** Remaining and what running generations hold. */
  currentCredits: credits,
  canGenerate: z.boolean(),
  subscriptionStatus: z.enum(SUBSCRIPTION_STATUSES),
  /** Open generations, and how many the plan allows at once. */
  inFlight: z.int(),
  inFlightLimit: z.int(),
  imagesPerGeneration: z.int(),
  /** What expires next of the remaining credits; null when nothing does. */
  nextExpiry: z.strictObject({ credits, at: timestamp }).nullable(),
  /** When the next monthly credits are due; null when the allowance has none. */
  nextGrantAt: timestamp.nullable(),
});
export type Quota = z.output<typeof quotaSchema>;

export const quotaStatsSchema = z.strictObject({
  grantedCredits: credits,
  spentCredits: credits,
  heldCredits: credits,
  expiredCredits: credits,
  spentThisMonth: credits,
  /** The last 30 UTC days, oldest first, days without spending included. */
  days: z.array(z.strictObject({ date: z.iso.date(), spentCredits: credits, images: z.int() })),
});

const checkBody = z.strictObject({
  imageCount: z.int().min(1).max(100).default(1),
  // The specification's default, `stable-diffusion-xl`, stands in no price list: unknown ids are priced like the default model.
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
  /** All lines that the filter leaves, oldest first, as CSV in the caller's language. */
  exportStatement: defineCall(quotaRoutes.exportStatement, { query: statementExportQuery, answer: z.never() }),
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
