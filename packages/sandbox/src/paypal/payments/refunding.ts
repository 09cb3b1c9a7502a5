import { unprocessable } from '../http/errors.js';
import { newId } from '../ids.js';
import { v1AmountOf, type Amount } from '../money.js';
import type { World } from '../world.js';
import { presentCapture, presentSale, type Payment } from './payment.js';
import { presentRefund, presentSaleRefund, type Refund } from './refund.js';

export interface RefundRequest {
  /** Everything that is left, if not given. */
  amount?: Amount | undefined;
  note?: string | undefined;
  invoiceId?: string | undefined;
  customId?: string | undefined;
}

const TIME_LIMIT_MS = 180 * 86_400_000;

/** @throws PaypalError 422 if the payment cannot give back so much */
export function refundPayment(world: World, payment: Payment, request: RefundRequest): Refund {
  const left = payment.amount.cents - payment.refundedCents;
  const amount = request.amount ?? { ...payment.amount, cents: left };
  if (payment.status === 'PENDING') throw unprocessable('PENDING_CAPTURE');
  if (payment.status === 'DECLINED') throw unprocessable('TRANSACTION_REFUSED');
  if (left === 0) throw unprocessable('CAPTURE_FULLY_REFUNDED');
  if (amount.cents <= 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', { field: '/amount/value' });
  if (amount.currency !== payment.amount.currency) throw unprocessable('REFUND_CURRENCY_MISMATCH');
  if (amount.cents > left) throw unprocessable('REFUND_AMOUNT_EXCEEDED', { field: '/amount/value' });
  const isDisputed = world.disputes.value.some((one) => one.paymentId === payment.id && one.status === 'OPEN');
  if (isDisputed && amount.cents < left) throw unprocessable('CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED');
  if (world.now() - payment.at > TIME_LIMIT_MS) throw unprocessable('REFUND_TIME_LIMIT_EXCEEDED');
  if (world.settings.value.isOutOfMoney) throw unprocessable('REFUND_FAILED_INSUFFICIENT_FUNDS');
  const refund = recordRefund(world, payment, { ...request, amount });
  emitRefund(world, payment, refund);
  return refund;
}

function recordRefund(
  { payments, refunds, now }: World,
  payment: Payment,
  { amount, note, invoiceId, customId }: RefundRequest & { amount: Amount },
): Refund {
  payments.update(() => {
    payment.refundedCents += amount.cents;
    payment.status = payment.refundedCents === payment.amount.cents ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
    payment.updatedAt = now();
  });
  const refund: Refund = {
    id: newId.resource(),
    paymentId: payment.id,
    amount,
    totalRefundedCents: payment.refundedCents,
    ...(note !== undefined && { note }),
    ...(invoiceId !== undefined && { invoiceId }),
    ...(customId !== undefined && { customId }),
    at: now(),
  };
  refunds.update((all) => all.push(refund));
  return refund;
}

function emitRefund({ events, links }: World, payment: Payment, refund: Refund): void {
  if (payment.kind === 'sale') {
    const resource = presentSaleRefund(refund, payment, links);
    events.emit({ type: 'PAYMENT.SALE.REFUNDED', resourceType: 'refund', resource, at: refund.at });
  } else {
    const resource = presentRefund(refund, links);
    events.emit({ type: 'PAYMENT.CAPTURE.REFUNDED', resourceType: 'refund', resource, at: refund.at });
  }
}

/** The money went back without the merchant's will: a lost dispute, or the buyer's bank. */
export function reversePayment({ payments, events, links, now }: World, payment: Payment): void {
  payments.update(() => {
    Object.assign(payment, { isReversed: true, status: 'REFUNDED', updatedAt: now() });
    payment.refundedCents = payment.amount.cents;
  });
  if (payment.kind === 'sale') {
    const resource = {
      ...presentSale(payment, links),
      amount: v1AmountOf({ ...payment.amount, cents: -payment.amount.cents }),
    };
    events.emit({ type: 'PAYMENT.SALE.REVERSED', resourceType: 'sale', resource, at: now() });
  } else {
    const resource = presentCapture(payment, links);
    events.emit({ type: 'PAYMENT.CAPTURE.REVERSED', resourceType: 'capture', resource, at: now() });
  }
}
