import type { ErrorBody } from '../api/errors.js';
import type { StripeAccount } from '../store/account.js';

/** Why a payment did not succeed, as the body of an error. */
export function paymentErrorOf(account: StripeAccount, intentId: string | undefined): ErrorBody {
  const intent = account.objects.find('payment_intent', intentId);
  const error = intent?.last_payment_error;
  if (!intent || !error) {
    return {
      type: 'card_error',
      code: 'subscription_payment_intent_requires_action',
      message: 'Payment for this subscription requires additional user action before it can be completed successfully.',
      ...(intent && { payment_intent: intent }),
    };
  }
  const { code, decline_code: declineCode, message = '', charge, doc_url: docUrl, payment_method: method } = error;
  return {
    type: error.type === 'invalid_request_error' ? 'invalid_request_error' : 'card_error',
    message,
    payment_intent: intent,
    ...(code !== undefined && { code }),
    ...(declineCode !== undefined && { decline_code: declineCode }),
    ...(charge !== undefined && { charge }),
    ...(docUrl !== undefined && { doc_url: docUrl }),
    ...(method !== undefined && { payment_method: method }),
  };
}
