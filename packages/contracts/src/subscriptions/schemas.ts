import * as z from 'zod';
import { timestamp } from '../core/call.js';
import { PLAN_IDS } from '../quota/plans.js';
import { CURRENCY, PAYMENT_FAILURE_REASONS, PAYMENT_STATES, REFUND_STATES } from './payments.js';
import { PAYMENT_PROVIDERS } from './providers.js';
import {
  CANCELLATION_MODES,
  CHANGE_KINDS,
  PAID_PLAN_IDS,
  PAID_PLANS,
  PAYMENT_KINDS,
  SUBSCRIPTION_EVENT_KINDS,
} from './terms.js';

/** In `currency`, with decimals. */
const amount = z.number();
const currency = z.literal(CURRENCY);
const planId = z.enum(PAID_PLAN_IDS);

export const pricedPlanSchema = z.strictObject({
  id: z.enum(PLAN_IDS),
  name: z.string(),
  description: z.string(),
  monthlyPrice: amount,
  annualPrice: amount,
  currency,
  features: z.array(z.string()),
  buttonText: z.string(),
  popular: z.boolean(),
  /** What a year costs less than twelve months. */
  annualSaving: z.strictObject({ amount, percent: z.int() }),
  monthlyCredits: z.number(),
  /** Images of the default model that the monthly credits pay for. */
  monthlyImages: z.int(),
  /** Generations that may be open at once in this installation. */
  inFlightLimit: z.int(),
  /** By which the plan can be bought; none: the payment service is unavailable. */
  providers: z.array(z.enum(PAYMENT_PROVIDERS)),
});
export type PricedPlan = z.output<typeof pricedPlanSchema>;

export const subscriptionSchema = z.strictObject({
  id: z.uuid(),
  /** `canceled` as soon as it will not be renewed; paid features stay until `current_period_end`. */
  status: z.enum(['active', 'canceled']),
  provider: z.enum(PAYMENT_PROVIDERS),
  plan_id: planId,
  plan_type: z.enum(PAID_PLANS),
  is_annual: z.boolean(),
  current_period_start: timestamp,
  current_period_end: timestamp,
  canceled_at: timestamp.nullable(),
  /** Set after a failed renewal: access ends then unless the payment succeeds. */
  grace_until: timestamp.nullable(),
  /** While a payment is missing: the provider's page on which it is made, with PayPal the one on which the way to pay is changed. */
  hosted_invoice_url: z.string().nullable(),
  /** The plan that follows at the end of the period. */
  pending_plan_id: planId.nullable(),
  pending_is_annual: z.boolean().nullable(),
  /** When the next monthly credits arrive; null when none will. */
  next_grant_at: timestamp.nullable(),
  next_charge: z.strictObject({ amount, currency, at: timestamp }).nullable(),
  /** Credits that the next grant repays first. */
  debt_credits: z.number(),
  /** When a cancellation takes effect in this installation. */
  cancellation_mode: z.enum(CANCELLATION_MODES),
});
export type Subscription = z.output<typeof subscriptionSchema>;

/** Where one payment stands, as the provider says. */
export const paymentOutcomeSchema = z.strictObject({
  payment_id: z.uuid(),
  /** `redirecting` while nothing is decided. */
  status: z.enum(PAYMENT_STATES),
  failure_reason: z.enum(PAYMENT_FAILURE_REASONS).nullable(),
  plan_id: planId,
  is_annual: z.boolean(),
  amount,
  /** What of it went back, as for a second subscription of one person. */
  refunded_amount: amount,
  /** Nothing is given for it, so it is refunded. */
  is_unearned: z.boolean(),
  /** The bank has taken it back, or may do so. */
  is_disputed: z.boolean(),
  currency,
  /** The provider's page where the bank asks for more, or where a failed payment can be repaired. */
  hosted_invoice_url: z.string().nullable(),
  /** The subscription of the person as it is now. */
  subscription: subscriptionSchema.nullable(),
});
export type PaymentOutcome = z.output<typeof paymentOutcomeSchema>;

export const checkoutSchema = z.strictObject({
  session_id: z.string(),
  /** The provider's page, to which the browser is sent. */
  url: z.url(),
  payment_id: z.uuid(),
});

export const changeResultSchema = z.strictObject({
  kind: z.enum(CHANGE_KINDS),
  effective_at: timestamp,
  /** Of an upgrade that is charged at once. */
  payment: paymentOutcomeSchema.nullable(),
  /** The provider's page on which the change must be agreed to first; nothing changes before. */
  approval_url: z.url().nullable(),
  subscription: subscriptionSchema,
});

export const changePreviewSchema = z.strictObject({
  kind: z.enum(CHANGE_KINDS),
  plan_id: planId,
  is_annual: z.boolean(),
  /** Due now. */
  amount_due: amount,
  currency,
  effective_at: timestamp,
  next_amount: amount,
  next_charge_at: timestamp,
  /** Sent back with the change, so that the charge is the one shown. */
  proration_date: z.int().nullable(),
  /** Credits that arrive with the change. */
  credits: z.number(),
  /** Credits that repay a debt first. */
  debt_credits: z.number(),
});
export type ChangePreview = z.output<typeof changePreviewSchema>;

export const paymentSchema = z.strictObject({
  id: z.uuid(),
  provider: z.enum(PAYMENT_PROVIDERS),
  kind: z.enum(PAYMENT_KINDS),
  plan_id: planId,
  is_annual: z.boolean(),
  amount,
  refunded_amount: amount,
  currency,
  status: z.enum(PAYMENT_STATES),
  failure_reason: z.enum(PAYMENT_FAILURE_REASONS).nullable(),
  is_disputed: z.boolean(),
  /** Of money that is to go back: on its way, or not sent back by the provider or the bank. */
  refund_state: z.enum(REFUND_STATES).nullable(),
  invoice_id: z.uuid().nullable(),
  created_at: timestamp,
  paid_at: timestamp.nullable(),
  /** The person may take it back now: the latest one, within the time and with hardly anything used. */
  can_refund: z.boolean(),
  /** Of one that can be refunded: afterwards the payment before it can be refunded, too. */
  can_refund_previous: z.boolean(),
});
export type Payment = z.output<typeof paymentSchema>;

export const INVOICE_STATES = ['open', 'paid', 'void', 'uncollectible', 'refunded'] as const;

export const invoiceSchema = z.strictObject({
  id: z.uuid(),
  number: z.string().nullable(),
  /** By which the credit statement names it. */
  provider_invoice_id: z.string(),
  status: z.enum(INVOICE_STATES),
  plan_id: planId,
  is_annual: z.boolean(),
  amount,
  currency,
  created_at: timestamp,
  period_start: timestamp,
  period_end: timestamp,
});
export type Invoice = z.output<typeof invoiceSchema>;

export const paymentMethodSchema = z.strictObject({
  /** The provider's id. */
  id: z.string(),
  type: z.string(),
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  exp_month: z.int().nullable(),
  exp_year: z.int().nullable(),
  is_default: z.boolean(),
});
export type PaymentMethod = z.output<typeof paymentMethodSchema>;

export const subscriptionEventSchema = z.strictObject({
  id: z.int(),
  kind: z.enum(SUBSCRIPTION_EVENT_KINDS),
  plan_id: planId,
  is_annual: z.boolean(),
  /** Null where no money moved. */
  amount: amount.nullable(),
  currency,
  at: timestamp,
});
export type SubscriptionEvent = z.output<typeof subscriptionEventSchema>;

export const subscriptionUsageSchema = z.strictObject({
  period_start: timestamp,
  period_end: timestamp,
  /** Credits of the running month. */
  granted: z.number(),
  used: z.number(),
  remaining: z.number(),
  /** Images made in it. */
  images: z.int(),
});
