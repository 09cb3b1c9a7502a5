import * as z from 'zod';
import { defineCall, idParams, nothing } from '../core/call.js';
import { paged, pageQuery } from '../core/paging.js';
import { billingDetailsBody, billingDetailsSchema } from './billing-details-schemas.js';
import { PAYMENT_STATES, PAYMENTS_PAGE_SIZE } from './payments.js';
import { subscriptionRoutes, webhookRoutes } from './routes.js';
import {
  changePreviewSchema,
  changeResultSchema,
  checkoutSchema,
  invoiceSchema,
  paymentMethodSchema,
  paymentOutcomeSchema,
  paymentSchema,
  pricedPlanSchema,
  subscriptionEventSchema,
  subscriptionSchema,
  subscriptionUsageSchema,
} from './schemas.js';
import { CANCELLATION_REASON_MAX, HISTORY_PAGE_SIZE, PAID_PLAN_IDS } from './terms.js';

const planId = z.enum(PAID_PLAN_IDS);
const isAnnual = z.boolean().default(false);
/** Of the provider. */
const providerId = z.string().min(1).max(200);
/** A path, or an address of the web app itself; anything else is `URL_NOT_ALLOWED`. */
const ownAddress = z.string().min(1).max(2000);

const returnAddresses = { success_url: ownAddress, cancel_url: ownAddress };
const checkoutBody = z.strictObject({ plan_id: planId, is_annual: isAnnual, ...returnAddresses });
const bySessionBody = z.strictObject({ session_id: providerId });
/** Only `cancelled` is taken from a client; every other state is asked of the provider. */
const statusBody = z.strictObject({
  status: z.enum(PAYMENT_STATES),
  provider_payment_id: providerId.optional(),
});
const methodParams = z.strictObject({ payment_method_id: providerId });
const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

export const subscriptionCalls = {
  plans: defineCall(subscriptionRoutes.plans, { answer: z.array(pricedPlanSchema) }),
  my: defineCall(subscriptionRoutes.my, { answer: subscriptionSchema.nullable() }),
  create: defineCall(subscriptionRoutes.create, {
    body: z.strictObject({ plan_id: planId, payment_method: providerId, is_annual: isAnnual }),
    answer: paymentOutcomeSchema,
  }),
  change: defineCall(subscriptionRoutes.change, {
    body: z.strictObject({
      plan_id: planId,
      /** As it is when left out. */
      is_annual: z.boolean().optional(),
      proration_date: z.int().min(0).max(4_102_444_800).optional(),
      /** Where a provider that asks for consent returns to. */
      success_url: ownAddress.optional(),
      cancel_url: ownAddress.optional(),
    }),
    answer: changeResultSchema,
  }),
  cancel: defineCall(subscriptionRoutes.cancel, {
    body: z.strictObject({ reason: z.string().max(CANCELLATION_REASON_MAX).optional() }),
    /** Null when the cancellation ended it at once. */
    answer: subscriptionSchema.nullable(),
  }),
  resume: defineCall(subscriptionRoutes.resume, { answer: subscriptionSchema }),
  refund: defineCall(subscriptionRoutes.refund, {
    body: z.strictObject({ payment_id: z.uuid(), reason: z.string().max(CANCELLATION_REASON_MAX).optional() }),
    answer: paymentSchema,
  }),
  preview: defineCall(subscriptionRoutes.preview, {
    params: z.strictObject({ plan_id: z.string().max(50) }),
    query: z.strictObject({ is_annual: flag.optional() }),
    answer: changePreviewSchema,
  }),
  history: defineCall(subscriptionRoutes.history, {
    query: z.strictObject(pageQuery(HISTORY_PAGE_SIZE)),
    answer: paged(subscriptionEventSchema),
  }),
  usage: defineCall(subscriptionRoutes.usage, { answer: subscriptionUsageSchema }),
  checkoutSession: defineCall(subscriptionRoutes.checkoutSession, { body: checkoutBody, answer: checkoutSchema }),
  confirmPayment: defineCall(subscriptionRoutes.confirmPayment, {
    /** The provider's id, or that of our own payment. */
    body: z.strictObject({ payment_intent_id: providerId }),
    answer: paymentOutcomeSchema,
  }),
  confirmPaymentBySession: defineCall(subscriptionRoutes.confirmPaymentBySession, {
    body: bySessionBody,
    answer: paymentOutcomeSchema,
  }),
  payments: defineCall(subscriptionRoutes.payments, {
    query: z.strictObject(pageQuery(PAYMENTS_PAGE_SIZE)),
    answer: paged(paymentSchema),
  }),
  setPaymentStatus: defineCall(subscriptionRoutes.setPaymentStatus, {
    params: idParams,
    body: statusBody,
    answer: paymentOutcomeSchema,
  }),
  paymentMethods: defineCall(subscriptionRoutes.paymentMethods, { answer: z.array(paymentMethodSchema) }),
  addPaymentMethod: defineCall(subscriptionRoutes.addPaymentMethod, {
    body: z.strictObject({ payment_method_id: providerId }),
    answer: paymentMethodSchema,
  }),
  /** The provider's page on which a card is added. */
  paymentMethodSession: defineCall(subscriptionRoutes.paymentMethodSession, {
    body: z.strictObject(returnAddresses),
    answer: z.strictObject({ session_id: z.string(), url: z.url() }),
  }),
  /** The card that was added on that page, which is charged from now on; null while the page is not finished. */
  confirmPaymentMethodSession: defineCall(subscriptionRoutes.confirmPaymentMethodSession, {
    body: bySessionBody,
    answer: paymentMethodSchema.nullable(),
  }),
  removePaymentMethod: defineCall(subscriptionRoutes.removePaymentMethod, { params: methodParams, answer: nothing }),
  setDefaultPaymentMethod: defineCall(subscriptionRoutes.setDefaultPaymentMethod, {
    params: methodParams,
    answer: paymentMethodSchema,
  }),
  invoices: defineCall(subscriptionRoutes.invoices, {
    query: z.strictObject(pageQuery(PAYMENTS_PAGE_SIZE)),
    answer: paged(invoiceSchema),
  }),
  downloadInvoice: defineCall(
    subscriptionRoutes.downloadInvoice,
    { params: idParams, answer: z.never() },
    { media: ['application/pdf'] },
  ),
  billingDetails: defineCall(subscriptionRoutes.billingDetails, { answer: billingDetailsSchema }),
  setBillingDetails: defineCall(subscriptionRoutes.setBillingDetails, {
    body: billingDetailsBody,
    answer: billingDetailsSchema,
  }),
  paypalCheckoutSession: defineCall(subscriptionRoutes.paypalCheckoutSession, {
    body: checkoutBody,
    answer: checkoutSchema,
  }),
  paypalConfirmPayment: defineCall(subscriptionRoutes.paypalConfirmPayment, {
    /** The provider's id, or that of our own payment. */
    body: z.strictObject({ payment_id: providerId }),
    answer: paymentOutcomeSchema,
  }),
  paypalConfirmPaymentBySession: defineCall(subscriptionRoutes.paypalConfirmPaymentBySession, {
    body: bySessionBody,
    answer: paymentOutcomeSchema,
  }),
  paypalSetPaymentStatus: defineCall(subscriptionRoutes.paypalSetPaymentStatus, {
    params: idParams,
    body: statusBody,
    answer: paymentOutcomeSchema,
  }),
};

export const webhookCalls = {
  stripe: defineCall(webhookRoutes.stripe, { answer: nothing }),
  paypal: defineCall(webhookRoutes.paypal, { answer: nothing }),
};
