import { ApiFault, invalidRequest } from '../api/errors.js';
import { behaviourOf } from '../cards/payment-methods.js';
import type { StripeAccount } from '../store/account.js';
import { newId } from '../store/ids.js';
import type { Stored } from '../store/wire.js';

type Refund = Stored<'refund'>;

export interface NewRefund {
  amount?: number | undefined;
  metadata: Record<string, string>;
  reason?: 'duplicate' | 'fraudulent' | 'requested_by_customer' | undefined;
}

/** Gives money back, all that is left if no amount is given. @throws ApiFault 400 */
export function refundCharge(account: StripeAccount, chargeId: string, given: NewRefund): Refund {
  const charge = account.objects.get('charge', chargeId);
  const left = charge.amount - charge.amount_refunded;
  const amount = given.amount ?? left;
  if (!charge.paid) throw invalidRequest(`Charge ${charge.id} has not been paid and cannot be refunded.`);
  if (charge.refunded || left === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  }
  if (charge.disputed && isLost(account, charge.id)) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  if (amount < 1) throw new ApiFault(400, TOO_SMALL);
  if (amount > left) {
    throw invalidRequest(
      `Refund amount ($${(amount / 100).toFixed(2)}) is greater than unrefunded amount on charge ($${(left / 100).toFixed(2)})`,
      { param: 'amount' },
    );
  }
  if (account.settings.value.isOutOfMoney) {
    throw invalidRequest('Insufficient funds in your Stripe balance to refund this amount.');
  }
  const { outcome } = behaviourOf(account, charge.payment_method ?? '');
  const refund = account.create('refund', {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: account.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    },
    metadata: given.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: given.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: outcome === 'refund_pending' ? 'pending' : 'succeeded',
    transfer_reversal: null,
  });
  countRefunded(account, charge.id, amount);
  account.emit('refund.created', refund);
  account.emit('charge.refunded', account.objects.get('charge', charge.id), {
    amount_refunded: charge.amount_refunded,
    refunded: charge.refunded,
  });
  return refund;
}

const TOO_SMALL = {
  type: 'invalid_request_error',
  code: 'parameter_invalid_integer',
  message: 'This value must be greater than or equal to 1.',
  param: 'amount',
} as const;

const isLost = (account: StripeAccount, chargeId: string): boolean =>
  account.objects
    .list('dispute')
    .some(
      ({ charge, is_charge_refundable: refundable, status }) => charge === chargeId && !refundable && status !== 'won',
    );

function countRefunded(account: StripeAccount, chargeId: string, amount: number): void {
  const charge = account.objects.get('charge', chargeId);
  const refunded = charge.amount_refunded + amount;
  account.update('charge', chargeId, { amount_refunded: refunded, refunded: refunded === charge.amount });
}

/** A refund that takes time arrives. */
export function settleRefund(account: StripeAccount, id: string): void {
  account.update('refund', id, { status: 'succeeded' }, 'refund.updated');
}

/** The bank sends the money back. */
export function failRefund(account: StripeAccount, id: string): Refund {
  const { charge, amount, status } = account.objects.get('refund', id);
  countRefunded(account, charge ?? '', -amount);
  const failed = account.update('refund', id, {
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: newId('txn'),
  });
  account.emit('refund.failed', failed);
  for (const type of ['refund.updated', 'charge.refund.updated'] as const) account.emit(type, failed, { status });
  return failed;
}
