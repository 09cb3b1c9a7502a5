import { notFound, unprocessable } from '../http/errors.js';
import { newId } from '../ids.js';
import { moneyOf } from '../money.js';
import type { Payment } from '../payments/payment.js';
import { reversePayment } from '../payments/refunding.js';
import { timeOf } from '../time.js';
import type { World } from '../world.js';
import type { Dispute, DisputeOutcome } from './dispute.js';

export const DISPUTES_PATH = '/v1/customer/disputes';

export function disputeOf({ disputes }: World, id: string): Dispute {
  const found = disputes.value.find((dispute) => dispute.id === id);
  if (!found) throw notFound();
  return found;
}

/** The buyer, or the buyer's bank, objects to a payment. */
export function openDispute(world: World, payment: Payment, reason: Dispute['reason']): Dispute {
  const { disputes, now } = world;
  const isSettled = payment.status === 'COMPLETED' || payment.status === 'PARTIALLY_REFUNDED';
  if (!isSettled || payment.isReversed) throw unprocessable('TRANSACTION_REFUSED');
  const amount = { ...payment.amount, cents: payment.amount.cents - payment.refundedCents };
  const times = { createdAt: now(), updatedAt: now() };
  const dispute: Dispute = { id: newId.dispute(), paymentId: payment.id, reason, amount, status: 'OPEN', ...times };
  disputes.update((all) => all.push(dispute));
  emit(world, dispute, 'CUSTOMER.DISPUTE.CREATED');
  return dispute;
}

/** In the buyer's favour, or accepted by the merchant, the payment is reversed. */
export function resolveDispute(world: World, dispute: Dispute, outcome: DisputeOutcome): void {
  if (dispute.status === 'RESOLVED') throw unprocessable('DISPUTE_ALREADY_RESOLVED');
  world.disputes.update(() => Object.assign(dispute, { status: 'RESOLVED', outcome, updatedAt: world.now() }));
  const payment = world.payments.value.find(({ id }) => id === dispute.paymentId);
  if (payment && (outcome === 'RESOLVED_BUYER_FAVOUR' || outcome === 'ACCEPTED')) reversePayment(world, payment);
  emit(world, dispute, 'CUSTOMER.DISPUTE.RESOLVED');
}

function emit(world: World, dispute: Dispute, type: 'CUSTOMER.DISPUTE.CREATED' | 'CUSTOMER.DISPUTE.RESOLVED'): void {
  world.events.emit({ type, resourceType: 'dispute', resource: presentDispute(dispute, world), at: world.now() });
}

export function presentDispute(dispute: Dispute, { payments, links }: World) {
  const payment = payments.value.find(({ id }) => id === dispute.paymentId);
  const path = `${DISPUTES_PATH}/${dispute.id}`;
  return {
    dispute_id: dispute.id,
    create_time: timeOf(dispute.createdAt),
    update_time: timeOf(dispute.updatedAt),
    disputed_transactions: [
      {
        seller_transaction_id: dispute.paymentId,
        ...(payment && {
          create_time: timeOf(payment.at),
          transaction_status: payment.isReversed ? 'REVERSED' : payment.status,
          gross_amount: moneyOf(payment.amount),
          ...(payment.customId !== undefined && { custom: payment.customId }),
          ...(payment.invoiceId !== undefined && { invoice_number: payment.invoiceId }),
          buyer: { name: `${payment.payer.givenName} ${payment.payer.surname}` },
        }),
      },
    ],
    reason: dispute.reason,
    status: dispute.status,
    dispute_state: dispute.status === 'OPEN' ? 'REQUIRED_ACTION' : 'RESOLVED',
    dispute_amount: moneyOf(dispute.amount),
    ...(dispute.outcome !== undefined && {
      dispute_outcome: {
        outcome_code: dispute.outcome,
        amount_refunded: moneyOf({ ...dispute.amount, cents: payment?.isReversed ? dispute.amount.cents : 0 }),
      },
    }),
    dispute_life_cycle_stage: 'CHARGEBACK',
    dispute_channel: 'INTERNAL',
    links: [
      links.to('self', path),
      ...(dispute.status === 'OPEN' ? [links.to('accept_claim', `${path}/accept-claim`, 'POST')] : []),
    ],
  };
}
