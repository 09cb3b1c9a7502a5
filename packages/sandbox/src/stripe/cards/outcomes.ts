import type { ErrorBody } from '../api/errors.js';

export interface Decline {
  code: string;
  declineCode?: string;
  message: string;
}

const declined = (declineCode?: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  message,
  ...(declineCode !== undefined && { declineCode }),
});

/** What a bank can answer to a charge, by the service's own code for it. */
export const DECLINES = {
  generic_decline: declined('generic_decline'),
  insufficient_funds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  lost_card: declined('lost_card'),
  stolen_card: declined('stolen_card'),
  expired_card: { code: 'expired_card', declineCode: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  processing_error: {
    code: 'processing_error',
    declineCode: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  incorrect_number: {
    code: 'incorrect_number',
    declineCode: 'incorrect_number',
    message: 'Your card number is incorrect.',
  },
  card_velocity_exceeded: declined(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  fraudulent: declined('fraudulent'),
  authentication_required: {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  withdrawal_count_limit_exceeded: declined('withdrawal_count_limit_exceeded'),
  new_account_information_available: declined('new_account_information_available'),
  restricted_card: declined('restricted_card'),
  security_violation: declined('security_violation'),
  service_not_allowed: declined('service_not_allowed'),
  stop_payment_order: declined('stop_payment_order'),
  testmode_decline: declined('testmode_decline'),
  transaction_not_allowed: declined('transaction_not_allowed'),
  try_again_later: declined('try_again_later'),
  do_not_honor: declined('do_not_honor'),
  no_reason: declined(),
} as const satisfies Record<string, Decline>;
export type DeclineName = keyof typeof DECLINES;

/** What else a card can do. */
export const OTHER_OUTCOMES = [
  'success',
  /** The bank asks its holder at every payment made in person. */
  'authenticate',
  /** It asks once; the card can then be charged in the holder's absence. */
  'authenticate_once',
  /** It asks, and then declines all the same. */
  'authenticate_then_decline',
  'authenticate_then_insufficient_funds',
  /** It can be saved, and every charge fails. */
  'decline_after_attach',
  'dispute_fraudulent',
  'dispute_product_not_received',
  'inquiry',
  'refund_pending',
  'refund_fails',
] as const;
export type Outcome = DeclineName | (typeof OTHER_OUTCOMES)[number];
export const DECLINE_NAMES = Object.keys(DECLINES) as DeclineName[];
export const OUTCOMES: readonly Outcome[] = [...OTHER_OUTCOMES, ...DECLINE_NAMES];

export const isDecline = (outcome: string): outcome is DeclineName => outcome in DECLINES;

/** A decline as the body of an error. */
export const declineError = (decline: Decline): Omit<ErrorBody, 'type'> & { type: 'card_error' } => ({
  type: 'card_error',
  code: decline.code,
  message: decline.message,
  ...(decline.declineCode !== undefined && { decline_code: decline.declineCode }),
  doc_url: `https://stripe.com/docs/error-codes/${decline.code.replaceAll('_', '-')}`,
  ...(decline.code === 'card_declined' && { advice_code: 'try_again_later' }),
});
