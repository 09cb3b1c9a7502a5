import { defineRoutes } from '../core/route.js';

/** The provider is asked, or the installation has none. */
const ASKED = 'PAYMENT_UNAVAILABLE';

export const subscriptionRoutes = defineRoutes({
  plans: {
    method: 'GET',
    path: '/subscriptions/plans',
    access: 'public',
    errors: [],
    except: ['SERVICE_UNAVAILABLE'],
  },
  my: { method: 'GET', path: '/subscriptions/my', access: 'user', errors: [] },
  create: {
    method: 'POST',
    path: '/subscriptions',
    access: 'user',
    errors: ['ALREADY_SUBSCRIBED', 'NOT_FOUND', ASKED],
  },
  change: {
    method: 'PUT',
    path: '/subscriptions/my',
    access: 'user',
    errors: [
      'NOT_SUBSCRIBED',
      'ALREADY_ON_PLAN',
      'SUBSCRIPTION_NOT_CHANGEABLE',
      'PREVIEW_OUTDATED',
      'SUBSCRIPTION_UNKNOWN',
      'PAYMENT_METHOD_REFUSED',
      'URL_NOT_ALLOWED',
      ASKED,
    ],
  },
  cancel: {
    method: 'POST',
    path: '/subscriptions/cancel',
    access: 'user',
    errors: ['NOT_SUBSCRIBED', 'SUBSCRIPTION_NOT_CHANGEABLE', 'SUBSCRIPTION_UNKNOWN', ASKED],
  },
  resume: {
    method: 'POST',
    path: '/subscriptions/resume',
    access: 'user',
    errors: [
      'NOT_SUBSCRIBED',
      'SUBSCRIPTION_NOT_CANCELLED',
      'SUBSCRIPTION_NOT_CHANGEABLE',
      'SUBSCRIPTION_UNKNOWN',
      'NOT_SUPPORTED_BY_PROVIDER',
      ASKED,
    ],
  },
  refund: {
    method: 'POST',
    path: '/subscriptions/refund',
    access: 'user',
    errors: ['NOT_FOUND', 'CREDITS_USED', 'REFUND_NOT_POSSIBLE', 'REFUND_DELAYED', ASKED],
  },
  preview: {
    method: 'GET',
    path: '/subscriptions/preview/:plan_id',
    access: 'user',
    errors: [
      'NOT_FOUND',
      'NOT_SUBSCRIBED',
      'ALREADY_ON_PLAN',
      'SUBSCRIPTION_NOT_CHANGEABLE',
      'SUBSCRIPTION_UNKNOWN',
      ASKED,
    ],
  },
  history: { method: 'GET', path: '/subscriptions/history', access: 'user', errors: [] },
  usage: { method: 'GET', path: '/subscriptions/usage', access: 'user', errors: [] },
  checkoutSession: {
    method: 'POST',
    path: '/subscriptions/checkout-session',
    access: 'user',
    errors: ['URL_NOT_ALLOWED', 'ALREADY_SUBSCRIBED', ASKED],
  },
  confirmPayment: {
    method: 'POST',
    path: '/subscriptions/confirm-payment',
    access: 'user',
    errors: ['NOT_FOUND', ASKED],
  },
  confirmPaymentBySession: {
    method: 'POST',
    path: '/subscriptions/confirm-payment-by-session',
    access: 'user',
    errors: ['NOT_FOUND', ASKED],
  },
  payments: { method: 'GET', path: '/subscriptions/payments', access: 'user', errors: [] },
  setPaymentStatus: {
    method: 'PATCH',
    path: '/subscriptions/payments/:id/status',
    access: 'user',
    errors: ['NOT_FOUND', 'PAYMENT_STATUS_REFUSED', ASKED],
  },
  paymentMethods: {
    method: 'GET',
    path: '/subscriptions/payment-methods',
    access: 'user',
    errors: ['NOT_SUPPORTED_BY_PROVIDER', ASKED],
  },
  addPaymentMethod: {
    method: 'POST',
    path: '/subscriptions/payment-methods',
    access: 'user',
    errors: ['NOT_FOUND', 'PAYMENT_METHOD_REFUSED', 'NOT_SUPPORTED_BY_PROVIDER', ASKED],
  },
  paymentMethodSession: {
    method: 'POST',
    path: '/subscriptions/payment-methods/session',
    access: 'user',
    errors: ['URL_NOT_ALLOWED', 'NOT_SUPPORTED_BY_PROVIDER', ASKED],
  },
  confirmPaymentMethodSession: {
    method: 'POST',
    path: '/subscriptions/payment-methods/session/confirm',
    access: 'user',
    errors: ['NOT_FOUND', 'NOT_SUPPORTED_BY_PROVIDER', ASKED],
  },
  removePaymentMethod: {
    method: 'DELETE',
    path: '/subscriptions/payment-methods/:payment_method_id',
    access: 'user',
    errors: ['NOT_FOUND', 'PAYMENT_METHOD_IN_USE', 'NOT_SUPPORTED_BY_PROVIDER', ASKED],
  },
  setDefaultPaymentMethod: {
    method: 'POST',
    path: '/subscriptions/payment-methods/:payment_method_id/default',
    access: 'user',
    errors: ['NOT_FOUND', 'NOT_SUPPORTED_BY_PROVIDER', ASKED],
  },
  invoices: { method: 'GET', path: '/subscriptions/invoices', access: 'user', errors: [] },
  downloadInvoice: {
    method: 'GET',
    path: '/subscriptions/invoices/:id/download',
    access: 'user',
    carries: 'binary',
    errors: ['NOT_FOUND', ASKED],
  },
  billingDetails: { method: 'GET', path: '/subscriptions/billing-details', access: 'user', errors: [] },
  setBillingDetails: { method: 'PUT', path: '/subscriptions/billing-details', access: 'user', errors: [] },
  paypalCheckoutSession: {
    method: 'POST',
    path: '/subscriptions/paypal/checkout-session',
    access: 'user',
    errors: ['URL_NOT_ALLOWED', 'ALREADY_SUBSCRIBED', ASKED],
  },
  paypalConfirmPayment: {
    method: 'POST',
    path: '/subscriptions/paypal/confirm-payment',
    access: 'user',
    errors: ['NOT_FOUND', ASKED],
  },
  paypalConfirmPaymentBySession: {
    method: 'POST',
    path: '/subscriptions/paypal/confirm-payment-by-session',
    access: 'user',
    errors: ['NOT_FOUND', ASKED],
  },
  paypalSetPaymentStatus: {
    method: 'PATCH',
    path: '/subscriptions/paypal/payments/:id/status',
    access: 'user',
    errors: ['NOT_FOUND', 'PAYMENT_STATUS_REFUSED', ASKED],
  },
});

const SIGNED = {
  method: 'POST',
  access: 'public',
  errors: ['WEBHOOK_SIGNATURE_INVALID'],
  except: ['MALFORMED_BODY', 'UNSUPPORTED_MEDIA_TYPE'],
} as const;

/** Calls of the payment providers: their bodies are read as raw bytes and trusted by their signature alone. */
export const webhookRoutes = defineRoutes({
  stripe: { ...SIGNED, path: '/webhooks/stripe' },
  /** PayPal itself is asked whether the signature is its own. */
  paypal: { ...SIGNED, path: '/webhooks/paypal', errors: ['WEBHOOK_SIGNATURE_INVALID', ASKED] },
});
