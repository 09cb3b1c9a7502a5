import type { Refund as VendorRefund } from '@paypal/paypal-server-sdk';
import { z } from 'zod';
import type { Slice, SliceOptions } from '../../kit/store.js';
import { WRITE_DELAY_MS } from '../write-delay.js';
import { unprocessable } from '../http/errors.js';
import { newId } from '../ids.js';
import type { Links } from '../links.js';
import { Amount, decimalOf, feeOf, moneyOf, v1AmountOf } from '../money.js';
import { timeOf } from '../time.js';
import type { Wire } from '../wire.js';
import type { World } from '../world.js';
import { presentCapture, presentSale, type Payment } from './payment.js';

export const Refund = z.object({
  id: z.string(),
  paymentId: z.string(),
  amount: Amount,
  /** Of the payment, after this refund. */
  totalRefundedCents: z.number(),
  note: z.string().optional(),
  invoiceId: z.string().optional(),
  customId: z.string().optional(),
  at: z.number(),
});
export type Refund = z.infer<typeof Refund>;
const Refunds = z.array(Refund);
export type Refunds = Slice<z.infer<typeof Refunds>>;
export const refundSlice: SliceOptions<z.infer<typeof Refunds>> = {
  name: 'paypal-refunds',
  writeDelayMs: WRITE_DELAY_MS,
  schema: Refunds,
  seed: () => [],
};

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

export function presentRefund(refund: Refund, links: Links) {
  const { id, paymentId, amount, at, totalRefundedCents } = refund;
  return {
    id,
    status: 'COMPLETED',
    amount: moneyOf(amount),
    ...(refund.invoiceId !== undefined && { invoice_id: refund.invoiceId }),
    ...(refund.customId !== undefined && { custom_id: refund.customId }),
    ...(refund.note !== undefined && { note_to_payer: refund.note }),
    seller_payable_breakdown: {
      gross_amount: moneyOf(amount),
      // The fee is not given back.
      paypal_fee: moneyOf({ ...amount, cents: 0 }),
      net_amount: moneyOf(amount),
      total_refunded_amount: moneyOf({ ...amount, cents: totalRefundedCents }),
    },
    create_time: timeOf(at),
    update_time: timeOf(at),
    links: [links.to('self', `/v2/payments/refunds/${id}`), links.to('up', `/v2/payments/captures/${paymentId}`)],
  } satisfies Wire<VendorRefund>;
}

/** As `/v1/payments/sale/{id}/refund` and PAYMENT.SALE.REFUNDED show it. */
export function presentSaleRefund({ id, amount, at, totalRefundedCents }: Refund, payment: Payment, links: Links) {
  return {
    id,
    sale_id: payment.id,
    state: 'completed',
    amount: v1AmountOf(amount),
    refund_to_payer: { value: decimalOf(amount.cents), currency: amount.currency },
    total_refunded_amount: { value: decimalOf(totalRefundedCents), currency: amount.currency },
    refund_from_transaction_fee: { value: '0.00', currency: feeOf(amount).currency },
    billing_agreement_id: payment.parentId,
    ...(payment.customId !== undefined && { custom: payment.customId }),
    create_time: timeOf(at),
    update_time: timeOf(at),
    links: [links.to('self', `/v1/payments/refund/${id}`), links.to('sale', `/v1/payments/sale/${payment.id}`)],
  };
}
