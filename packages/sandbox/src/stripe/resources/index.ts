import type { Call } from '../api/call.js';
import type { Includables } from '../api/expand.js';
import { chargeCalls, refundsOf } from './charges.js';
import { checkoutSessionCalls, lineItemsOf } from './checkout-sessions.js';
import { customerCalls, subscriptionsOf } from './customers.js';
import { eventCalls, webhookEndpointCalls } from './events.js';
import { confirmationSecretOf, invoiceCalls, paymentsOf } from './invoices.js';
import { invoicePreviewCalls } from './invoice-preview.js';
import { paymentIntentCalls } from './payment-intents.js';
import { paymentMethodCalls } from './payment-methods.js';
import { priceCalls } from './prices.js';
import { productCalls } from './products.js';
import { disputeCalls, refundCalls } from './refunds.js';
import { setupIntentCalls } from './setup-intents.js';
import { subscriptionChangeCalls } from './subscription-changes.js';
import { subscriptionScheduleCalls } from './subscription-schedules.js';
import { subscriptionCalls } from './subscriptions.js';

/** Every call that the service answers. */
export const CALLS: readonly Call[] = [
  ...chargeCalls,
  ...checkoutSessionCalls,
  ...customerCalls,
  ...disputeCalls,
  ...eventCalls,
  ...invoiceCalls,
  ...invoicePreviewCalls,
  ...paymentIntentCalls,
  ...paymentMethodCalls,
  ...priceCalls,
  ...productCalls,
  ...refundCalls,
  ...setupIntentCalls,
  ...subscriptionCalls,
  ...subscriptionChangeCalls,
  ...subscriptionScheduleCalls,
  ...webhookEndpointCalls,
];

/** Fields that come only when they are asked for by `expand`. */
export const INCLUDABLES: Includables = {
  charge: { refunds: refundsOf },
  'checkout.session': { line_items: lineItemsOf },
  customer: { subscriptions: subscriptionsOf },
  invoice: { payments: paymentsOf, confirmation_secret: confirmationSecretOf },
};
