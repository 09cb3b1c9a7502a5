import { createHash } from 'node:crypto';
import { ApiFault, invalidRequest, noSuch } from '../api/errors.js';
import type { StripeAccount } from '../store/account.js';
import { newId } from '../store/ids.js';
import type { Stored } from '../store/wire.js';
import { declineError, DECLINES, isDecline, type DeclineName, type Outcome } from './outcomes.js';
import { brandOf, digitsOf, findTestCard, hasValidCheckDigit, outcomeOf } from './test-cards.js';

export interface CardDetails {
  number: string;
  expMonth: number;
  expYear: number;
  cvc?: string | undefined;
  name?: string | null | undefined;
  email?: string | null | undefined;
}

/**
 * Checks a card as the service does before it asks the bank.
 * @throws ApiFault 402 with the field that is wrong
 */
export function checkCard(account: StripeAccount, { number, expMonth, expYear, cvc }: CardDetails): Outcome {
  const digits = digitsOf(number);
  const fault = (code: string, param: string, message: string) =>
    new ApiFault(402, { type: 'card_error', code, param, message });
  if (!hasValidCheckDigit(digits)) throw fault('incorrect_number', 'number', 'Your card number is incorrect.');
  if (expMonth < 1 || expMonth > 12) {
    throw fault('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  }
  const now = new Date(account.now() * 1000);
  const lastYear = now.getUTCFullYear();
  const isPast = expYear < lastYear || (expYear === lastYear && expMonth < now.getUTCMonth() + 1);
  if (isPast || expYear > lastYear + 50) {
    throw fault('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.");
  }
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) {
    throw fault('invalid_cvc', 'cvc', "Your card's security code is invalid.");
  }
  const outcome = outcomeOf(digits);
  if (outcome) return outcome;
  throw declineFault('testmode_decline', {
    message:
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  });
}

export const declineFault = (name: DeclineName, details: object = {}): ApiFault =>
  new ApiFault(402, { ...declineError(DECLINES[name]), ...details });

/** @param outcome how charges of the card end */
export function createPaymentMethod(
  account: StripeAccount,
  card: CardDetails,
  outcome: Outcome,
): Stored<'payment_method'> {
  const number = digitsOf(card.number);
  const brand = brandOf(number);
  const id = newId('pm');
  account.objects.put('card_behaviour', { id, object: 'card_behaviour', outcome, isAuthenticated: false });
  return account.create('payment_method', {
    id,
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: NO_ADDRESS,
      email: card.email ?? null,
      name: card.name ?? null,
      phone: null,
      tax_id: null,
    },
    card: {
      brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: card.cvc ? 'pass' : null },
      country: 'US',
      display_brand: brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: createHash('sha256').update(number).digest('base64url').replaceAll(/[-_]/g, 'x').slice(0, 16),
      funding: 'credit',
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: account.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  });
}

export const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

/**
 * The payment method that a parameter names; each use of a `pm_card_…` makes a new one, as in the service's test mode.
 * @throws ApiFault 400
 */
export function resolvePaymentMethod(
  account: StripeAccount,
  id: string,
  param = 'payment_method',
): Stored<'payment_method'> {
  const found = account.objects.find('payment_method', id);
  if (found) return found;
  const card = findTestCard(id);
  if (!card) throw noSuch('payment_method', id, param);
  const expYear = new Date(account.now() * 1000).getUTCFullYear() + 1;
  return createPaymentMethod(account, { number: card.number, expMonth: 12, expYear }, card.outcome);
}

/** @throws ApiFault 400 when it belongs to somebody else or was detached, 402 when the bank refuses */
export function attach(account: StripeAccount, paymentMethodId: string, customerId: string): Stored<'payment_method'> {
  const method = account.objects.get('payment_method', paymentMethodId);
  if (method.customer === customerId) return method;
  if (method.customer !== null) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    });
  }
  if (isSpent(account, method.id)) throw detachedBefore();
  const { outcome } = behaviourOf(account, method.id);
  if (isDecline(outcome)) throw declineFault(outcome);
  return account.update('payment_method', method.id, { customer: customerId }, 'payment_method.attached');
}

/** A payment method without a customer can be used once; after that, or once detached, it is worthless. */
export const detachedBefore = (): ApiFault =>
  invalidRequest(
    'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
    { code: 'payment_method_unexpected_state' },
  );

export const isSpent = (account: StripeAccount, paymentMethodId: string): boolean =>
  account.objects.find('card_behaviour', paymentMethodId)?.outcome === 'spent';

export function detach(account: StripeAccount, paymentMethodId: string): Stored<'payment_method'> {
  const method = account.objects.get('payment_method', paymentMethodId);
  if (method.customer === null) {
    throw invalidRequest('The payment method you provided is not attached to a customer so detachment is impossible.', {
      code: 'payment_method_unexpected_state',
    });
  }
  const owner = account.objects.find('customer', method.customer);
  if (owner?.invoice_settings.default_payment_method === method.id) {
    const invoiceSettings = { ...owner.invoice_settings, default_payment_method: null };
    account.update('customer', owner.id, { invoice_settings: invoiceSettings }, 'customer.updated');
  }
  for (const { id, default_payment_method: used } of account.objects.list('subscription')) {
    if (used === method.id)
      account.update('subscription', id, { default_payment_method: null }, 'customer.subscription.updated');
  }
  account.objects.put('card_behaviour', { ...behaviourOf(account, method.id), outcome: 'spent' });
  const detached = account.objects.put('payment_method', { ...method, customer: null });
  account.emit('payment_method.detached', detached, { customer: method.customer });
  return detached;
}

export const behaviourOf = (account: StripeAccount, paymentMethodId: string): Stored<'card_behaviour'> =>
  account.objects.get('card_behaviour', paymentMethodId);

/** Makes a card behave otherwise from now on, as when it expires or its bank changes its mind. */
export function setOutcome(account: StripeAccount, paymentMethodId: string, outcome: Outcome): void {
  account.objects.put('card_behaviour', { ...behaviourOf(account, paymentMethodId), outcome });
}
