import { PAYMENT_FAILURE_REASONS, type PaymentFailureReason } from '@app/contracts';

/** What helps: another card, the bank, corrected details, a confirmation, a later attempt, or us. */
export type FailureRemedy = 'otherCard' | 'bank' | 'retry' | 'confirm' | 'later' | 'support';

export const REMEDIES: Record<PaymentFailureReason, FailureRemedy> = {
  card_declined: 'otherCard',
  expired_card: 'otherCard',
  incorrect_cvc: 'retry',
  processing_error: 'retry',
  authentication_required: 'confirm',
  insufficient_funds: 'otherCard',
  generic_decline: 'bank',
  lost_card: 'bank',
  stolen_card: 'bank',
  withdrawal_count_limit_exceeded: 'otherCard',
  new_account_restricted: 'bank',
  restricted_card: 'bank',
  security_violation: 'bank',
  service_not_allowed: 'bank',
  stop_payment_order: 'bank',
  testmode_decline: 'otherCard',
  transaction_not_allowed: 'bank',
  try_again_later: 'later',
  unknown: 'support',
};

/** The reason in an address; anything we do not know is `unknown`. */
export const failureReason = (value: string | null): PaymentFailureReason =>
  PAYMENT_FAILURE_REASONS.find((reason) => reason === value) ?? 'unknown';
