import type { Outcome } from './outcomes.js';

export interface TestCard {
  number: string;
  /** The payment method that stands for it: `pm_card_…`. */
  testId: string;
  outcome: Outcome;
}

const card = (number: string, testId: string, outcome: Outcome = 'success'): TestCard => ({ number, testId, outcome });

/** The service's own test cards. */
const OFFICIAL = [
  card('4242424242424242', 'pm_card_visa'),
  card('4000056655665556', 'pm_card_visa_debit'),
  card('5555555555554444', 'pm_card_mastercard'),
  card('378282246310005', 'pm_card_amex'),
  card('6011111111111117', 'pm_card_discover'),
  card('3056930009020004', 'pm_card_diners'),
  card('3566002020360505', 'pm_card_jcb'),
  card('6200000000000005', 'pm_card_unionpay'),
  card('4000000000000002', 'pm_card_visa_chargeDeclined', 'generic_decline'),
  card('4000000000009995', 'pm_card_visa_chargeDeclinedInsufficientFunds', 'insufficient_funds'),
  card('4000000000009987', 'pm_card_visa_chargeDeclinedLostCard', 'lost_card'),
  card('4000000000009979', 'pm_card_visa_chargeDeclinedStolenCard', 'stolen_card'),
  card('4000000000000069', 'pm_card_chargeDeclinedExpiredCard', 'expired_card'),
  card('4000000000000127', 'pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc'),
  card('4000000000000119', 'pm_card_chargeDeclinedProcessingError', 'processing_error'),
  card('4000000000006975', 'pm_card_visa_chargeDeclinedVelocityLimitExceeded', 'card_velocity_exceeded'),
  card('4100000000000019', 'pm_card_radarBlock', 'fraudulent'),
  card('4000000000000341', 'pm_card_chargeCustomerFail', 'decline_after_attach'),
  card('4000002500003155', 'pm_card_authenticationRequiredOnSetup', 'authenticate_once'),
  card('4000002760003184', 'pm_card_authenticationRequired', 'authenticate'),
  card('4000000000003220', 'pm_card_threeDSecure2Required', 'authenticate'),
  card('4000008400001629', 'pm_card_threeDSecureRequiredChargeDeclined', 'authenticate_then_decline'),
  card(
    '4000008260003178',
    'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
    'authenticate_then_insufficient_funds',
  ),
  card('4000000000000259', 'pm_card_createDispute', 'dispute_fraudulent'),
  card('4000000000002685', 'pm_card_createDisputeProductNotReceived', 'dispute_product_not_received'),
  card('4000000000001976', 'pm_card_createDisputeInquiry', 'inquiry'),
  card('4000000000007726', 'pm_card_pendingRefund', 'refund_pending'),
  card('4000000000005126', 'pm_card_refundFail', 'refund_fails'),
];

/** Numbers of our own, for answers of a bank that the service has no test card for. */
const OWN = [
  card('4000000000100000', 'pm_card_sandbox_withdrawalLimit', 'withdrawal_count_limit_exceeded'),
  card('4000000000101008', 'pm_card_sandbox_newAccount', 'new_account_information_available'),
  card('4000000000102006', 'pm_card_sandbox_restricted', 'restricted_card'),
  card('4000000000103004', 'pm_card_sandbox_securityViolation', 'security_violation'),
  card('4000000000104002', 'pm_card_sandbox_serviceNotAllowed', 'service_not_allowed'),
  card('4000000000105009', 'pm_card_sandbox_stopPayment', 'stop_payment_order'),
  card('4000000000106007', 'pm_card_sandbox_testmode', 'testmode_decline'),
  card('4000000000107005', 'pm_card_sandbox_transactionNotAllowed', 'transaction_not_allowed'),
  card('4000000000108003', 'pm_card_sandbox_tryAgainLater', 'try_again_later'),
  card('4000000000109001', 'pm_card_sandbox_doNotHonor', 'do_not_honor'),
  card('4000000000110009', 'pm_card_sandbox_noReason', 'no_reason'),
];

export const TEST_CARDS: readonly TestCard[] = [...OFFICIAL, ...OWN];

const ALIASES: Record<string, string> = {
  pm_card_chargeDeclined: 'pm_card_visa_chargeDeclined',
  pm_card_chargeDeclinedInsufficientFunds: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  tok_visa: 'pm_card_visa',
  tok_mastercard: 'pm_card_mastercard',
  tok_chargeDeclined: 'pm_card_visa_chargeDeclined',
  tok_chargeCustomerFail: 'pm_card_chargeCustomerFail',
};

export const findTestCard = (id: string): TestCard | undefined =>
  TEST_CARDS.find(({ testId }) => testId === (ALIASES[id] ?? id));

/** The first card that behaves so; for tests and for the choice on the card form. */
export const cardFor = (outcome: Outcome): TestCard | undefined =>
  TEST_CARDS.find((known) => known.outcome === outcome);

export const digitsOf = (number: string): string => number.replaceAll(/[\s-]/g, '');

/** The check digit of card numbers. */
export function hasValidCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return /^\d{12,19}$/.test(number) && sum % 10 === 0;
}

/** undefined: the service's test mode knows no such card. */
export const outcomeOf = (number: string): Outcome | undefined =>
  TEST_CARDS.find((known) => known.number === digitsOf(number))?.outcome;

const BRANDS: [RegExp, string][] = [
  [/^3[47]/, 'amex'],
  [/^(?:30|36|38)/, 'diners'],
  [/^35/, 'jcb'],
  [/^(?:5[1-5]|2[2-7])/, 'mastercard'],
  [/^62/, 'unionpay'],
  [/^6/, 'discover'],
];

export const brandOf = (number: string): string => BRANDS.find(([pattern]) => pattern.test(number))?.[1] ?? 'visa';
