import type { Refund as VendorRefund } from '@paypal/paypal-server-sdk';
import { z } from 'zod';
import type { Slice, SliceOptions } from '../../kit/store.js';
import { WRITE_DELAY_MS } from '../write-delay.js';
import type { Links } from '../links.js';
import { Amount, decimalOf, feeOf, moneyOf, v1AmountOf } from '../money.js';
import { timeOf } from '../time.js';
import type { Wire } from '../wire.js';
import type { Payment } from './payment.js';

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
