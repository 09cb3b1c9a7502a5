import { PAYMENT_FAILURE_REASONS, type PaymentFailureReason } from '@app/contracts';

/** Codes of card networks, by the reason that says the same to users. */
const SAME_AS: Record<string, PaymentFailureReason> = {
  approve_with_id: 'try_again_later',
  call_issuer: 'generic_decline',
  card_not_supported: 'service_not_allowed',
  card_velocity_exceeded: 'withdrawal_count_limit_exceeded',
  currency_not_supported: 'transaction_not_allowed',
  do_not_honor: 'generic_decline',
  do_not_try_again: 'generic_decline',
  fraudulent: 'generic_decline',
  incorrect_number: 'card_declined',
  invalid_account: 'restricted_card',
  invalid_cvc: 'incorrect_cvc',
  invalid_expiry_month: 'expired_card',
  invalid_expiry_year: 'expired_card',
  issuer_not_available: 'try_again_later',
  merchant_blacklist: 'generic_decline',
  new_account_information_available: 'new_account_restricted',
  no_action_taken: 'generic_decline',
  not_permitted: 'transaction_not_allowed',
  payment_intent_authentication_failure: 'authentication_required',
  pickup_card: 'restricted_card',
  reenter_transaction: 'try_again_later',
  revocation_of_all_authorizations: 'stop_payment_order',
  revocation_of_authorization: 'stop_payment_order',
  subscription_payment_intent_requires_action: 'authentication_required',
  test_mode_live_card: 'testmode_decline',
};

const isReason = (code: string): code is PaymentFailureReason =>
  (PAYMENT_FAILURE_REASONS as readonly string[]).includes(code);

export function failureReason(...codes: (string | null | undefined)[]): PaymentFailureReason {
  for (const code of codes) {
    if (!code) continue;
    if (isReason(code)) return code;
    const same = Object.hasOwn(SAME_AS, code) ? SAME_AS[code] : undefined;
    if (same) return same;
  }
  return 'unknown';
}
