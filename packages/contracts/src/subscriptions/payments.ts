export const CANCELLATION_REASONS = [
  'too_expensive',
  'not_using',
  'found_alternative',
  'technical_issues',
  'billing_issues',
  'other',
] as const;
export type CancellationReason = (typeof CANCELLATION_REASONS)[number];

export const PAYMENT_FAILURE_REASONS = [
  'card_declined',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'authentication_required',
  'insufficient_funds',
  'generic_decline',
  'lost_card',
  'stolen_card',
  'withdrawal_count_limit_exceeded',
  'new_account_restricted',
  'restricted_card',
  'security_violation',
  'service_not_allowed',
  'stop_payment_order',
  'testmode_decline',
  'transaction_not_allowed',
  'try_again_later',
  'unknown',
] as const;
export type PaymentFailureReason = (typeof PAYMENT_FAILURE_REASONS)[number];

export const PAYMENT_STATES = ['redirecting', 'success', 'failed', 'cancelled'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

export const REFUND_STATES = ['pending', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

export const CURRENCY = 'USD';
export const PAYMENTS_PAGE_SIZE = 20;
