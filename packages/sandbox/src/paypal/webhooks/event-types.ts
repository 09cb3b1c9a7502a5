/** What webhooks can be registered for, with PayPal's description. A dispute is never updated here; all others are sent. */
export const EVENT_TYPES = {
  'BILLING.PLAN.ACTIVATED': 'A billing plan is activated.',
  'BILLING.PLAN.CREATED': 'A billing plan is created.',
  'BILLING.PLAN.DEACTIVATED': 'A billing plan is deactivated.',
  'BILLING.SUBSCRIPTION.ACTIVATED': 'A subscription is activated.',
  'BILLING.SUBSCRIPTION.CANCELLED': 'A subscription is cancelled.',
  'BILLING.SUBSCRIPTION.CREATED': 'A subscription is created.',
  'BILLING.SUBSCRIPTION.EXPIRED': 'A subscription expires.',
  'BILLING.SUBSCRIPTION.PAYMENT.FAILED': 'Payment failed on subscription.',
  'BILLING.SUBSCRIPTION.RE-ACTIVATED': 'A subscription is reactivated.',
  'BILLING.SUBSCRIPTION.SUSPENDED': 'A subscription is suspended.',
  'BILLING.SUBSCRIPTION.UPDATED': 'A subscription is updated.',
  'CATALOG.PRODUCT.CREATED': 'A product is created.',
  'CHECKOUT.ORDER.APPROVED': 'A buyer approved a checkout order.',
  'CHECKOUT.ORDER.COMPLETED': 'A checkout order is processed.',
  'CUSTOMER.DISPUTE.CREATED': 'A dispute is created.',
  'CUSTOMER.DISPUTE.RESOLVED': 'A dispute is resolved.',
  'CUSTOMER.DISPUTE.UPDATED': 'A dispute is updated.',
  'PAYMENT.AUTHORIZATION.CREATED':
    'A payment authorization is created, approved, executed, or a future payment authorization is created.',
  'PAYMENT.AUTHORIZATION.VOIDED': 'A payment authorization is voided.',
  'PAYMENT.CAPTURE.COMPLETED': 'A payment capture completes.',
  'PAYMENT.CAPTURE.PENDING': 'The state of a payment capture changes to pending.',
  'PAYMENT.CAPTURE.REFUNDED': 'A merchant refunds a payment capture.',
  'PAYMENT.CAPTURE.REVERSED': 'PayPal reverses a payment capture.',
  'PAYMENT.SALE.COMPLETED': 'A sale completes.',
  'PAYMENT.SALE.REFUNDED': 'A merchant refunds a sale.',
  'PAYMENT.SALE.REVERSED': 'A payment sale is reversed.',
} as const;
export type EventType = keyof typeof EVENT_TYPES;

export const isEventType = (name: string): name is EventType => Object.hasOwn(EVENT_TYPES, name);
