/** Reasons for a 422, as PayPal words them. */
export const ISSUES = {
  AMOUNT_GREATER_THAN_OUTSTANDING_BALANCE:
    'The capture amount can not be greater than the current outstanding balance.',
  AUTH_CAPTURE_CURRENCY_MISMATCH: 'Currency of capture must be the same as currency of authorization.',
  AUTHORIZATION_ALREADY_CAPTURED: 'Authorization has already been captured.',
  AUTHORIZATION_VOIDED: 'A voided authorization cannot be captured or reauthorized.',
  CANNOT_BE_ZERO_OR_NEGATIVE:
    'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded.',
  CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED:
    'Refund for an amount less than the remaining transaction amount cannot be processed at this time because of an open dispute on the capture.',
  CURRENCY_MISMATCH: 'The currency code is different from the plan’s currency code.',
  CURRENCY_NOT_SUPPORTED: 'Currency code is not currently supported.',
  DECIMAL_PRECISION: 'If the currency supports decimals, only two decimal place precision is supported.',
  DECIMALS_NOT_SUPPORTED: 'Currency does not support decimals.',
  DISPUTE_ALREADY_RESOLVED: 'The dispute has been resolved; no action can be taken.',
  DUPLICATE_REFERENCE_ID: '`reference_id` must be unique if multiple `purchase_unit` are provided.',
  INSTRUMENT_DECLINED:
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  INVALID_PLAN_STATUS: "Subscription can't be created when the plan is not active.",
  MAX_CAPTURE_AMOUNT_EXCEEDED: 'Capture amount exceeds allowable limit.',
  ORDER_ALREADY_AUTHORIZED:
    "Order already authorized. If 'intent=AUTHORIZE' only one authorization per order is allowed.",
  ORDER_ALREADY_CAPTURED: "Order already captured. If 'intent=CAPTURE' only one capture per order is allowed.",
  ORDER_NOT_APPROVED:
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid payment_source in the request.",
  ACTION_DOES_NOT_MATCH_INTENT:
    "Order was created with an intent to 'CAPTURE', to complete authorization, call authorize or create an order with the other intent.",
  PAYER_ACCOUNT_RESTRICTED: 'PAYER_ACCOUNT_RESTRICTED',
  PAYER_CANNOT_PAY: "Combination of payer and payee settings mean that this buyer can't pay this seller.",
  PENDING_CAPTURE: 'Cannot initiate a refund as the capture is pending.',
  PLAN_STATUS_INVALID: 'Invalid plan status for the action.',
  PRODUCT_MISMATCH: 'The plan of a revised subscription must belong to the same product.',
  REFUND_AMOUNT_EXCEEDED:
    'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
  REFUND_CURRENCY_MISMATCH: 'Refund must be in the same currency as the capture.',
  REFUND_FAILED_INSUFFICIENT_FUNDS:
    'Capture could not be refunded due to insufficient funds. Please check to see if you have sufficient funds in your PayPal account or if the bank account linked to your PayPal account is verified and has sufficient funds.',
  REFUND_TIME_LIMIT_EXCEEDED:
    'You are over the time limit to perform a refund on this capture. The refund cannot be issued at this time.',
  SUBSCRIPTION_STATUS_INVALID: 'Invalid subscription status for the action.',
  TRANSACTION_REFUSED: "PayPal's internal controls prevent authorization from being captured.",
  ZERO_OUTSTANDING_BALANCE: 'Current outstanding balance should be greater than zero.',
} as const;
export type Issue = keyof typeof ISSUES;
