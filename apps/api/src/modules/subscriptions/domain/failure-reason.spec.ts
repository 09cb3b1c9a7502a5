import { PAYMENT_FAILURE_REASONS } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { failureReason } from './failure-reason.js';

test.each(PAYMENT_FAILURE_REASONS)('%s is itself', (reason) => {
  expect(failureReason(reason, 'card_declined')).toBe(reason);
});

test.each([
  [['do_not_honor', 'card_declined'], 'generic_decline'],
  [['card_velocity_exceeded', 'card_declined'], 'withdrawal_count_limit_exceeded'],
  [['invalid_cvc'], 'incorrect_cvc'],
  [[undefined, 'expired_card'], 'expired_card'],
  [['a_code_of_tomorrow', 'card_declined'], 'card_declined'],
  [['payment_intent_authentication_failure'], 'authentication_required'],
  [['__proto__'], 'unknown'],
  [[null, undefined, ''], 'unknown'],
  [[], 'unknown'],
])('%j is %s', (codes, reason) => {
  expect(failureReason(...codes)).toBe(reason);
});
