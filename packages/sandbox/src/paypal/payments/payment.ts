import type { CapturedPayment, SubscriptionTransactionDetails } from '@paypal/paypal-server-sdk';
import { z } from 'zod';
import type { Slice, SliceOptions } from '../../kit/store.js';
import { WRITE_DELAY_MS } from '../write-delay.js';
import { Payer } from '../funding.js';
import type { Link, Links } from '../links.js';
import { Amount, decimalOf, feeOf, moneyOf, v1AmountOf } from '../money.js';
import { timeOf } from '../time.js';
import type { Wire } from '../wire.js';

/** Money that moved, or did not: a `sale` of a subscription or a `capture` of an order. */
export const Payment = z.object({
  id: z.string(),
  kind: z.enum(['sale', 'capture']),
  /** The subscription or order that it belongs to. */
  parentId: z.string(),
  authorizationId: z.string().optional(),
  /** The purchase unit of an order. */
  unitReference: z.string().optional(),
  amount: Amount,
  status: z.enum(['PENDING', 'COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'REFUNDED']),
  refundedCents: z.number(),
  /** Taken back by the buyer's bank or by a dispute. */
  isReversed: z.boolean(),
  payer: Payer,
  customId: z.string().optional(),
  invoiceId: z.string().optional(),
  at: z.number(),
  updatedAt: z.number(),
  /** When a pending one completes. */
  completesAt: z.number().optional(),
});
export type Payment = z.infer<typeof Payment>;
const Payments = z.array(Payment);
export type Payments = Slice<z.infer<typeof Payments>>;
export const paymentSlice: SliceOptions<z.infer<typeof Payments>> = {
  name: 'paypal-payments',
  writeDelayMs: WRITE_DELAY_MS,
  schema: Payments,
  seed: () => [],
};

const netOf = ({ amount }: Payment): Amount => ({ ...amount, cents: amount.cents - feeOf(amount).cents });

function captureLinks({ id, parentId, kind, authorizationId }: Payment, links: Links): Link[] {
  const up =
    authorizationId === undefined
      ? `/v2/checkout/orders/${parentId}`
      : `/v2/payments/authorizations/${authorizationId}`;
  return [
    links.to('self', `/v2/payments/captures/${id}`),
    links.to('refund', `/v2/payments/captures/${id}/refund`, 'POST'),
    ...(kind === 'capture' ? [links.to('up', up)] : []),
  ];
}

export const presentCapture = (payment: Payment, links: Links) =>
  ({
    id: payment.id,
    status: payment.status,
    ...(payment.status === 'PENDING' && { status_details: { reason: 'ECHECK' as const } }),
    amount: moneyOf(payment.amount),
    final_capture: true,
    seller_protection: {
      status: 'ELIGIBLE',
      dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
    },
    ...(payment.status !== 'DECLINED' &&
      payment.status !== 'PENDING' && {
        seller_receivable_breakdown: {
          gross_amount: moneyOf(payment.amount),
          paypal_fee: moneyOf(feeOf(payment.amount)),
          net_amount: moneyOf(netOf(payment)),
        },
      }),
    ...(payment.invoiceId !== undefined && { invoice_id: payment.invoiceId }),
    ...(payment.customId !== undefined && { custom_id: payment.customId }),
    create_time: timeOf(payment.at),
    update_time: timeOf(payment.updatedAt),
    links: captureLinks(payment, links),
  }) satisfies Wire<CapturedPayment>;

/** As the list of a subscription's transactions shows it. */
export const presentTransaction = (payment: Payment) =>
  ({
    id: payment.id,
    status: payment.status,
    amount_with_breakdown: {
      gross_amount: moneyOf(payment.amount),
      ...(payment.status !== 'DECLINED' && {
        fee_amount: moneyOf(feeOf(payment.amount)),
        net_amount: moneyOf(netOf(payment)),
      }),
    },
    payer_name: { given_name: payment.payer.givenName, surname: payment.payer.surname },
    payer_email: payment.payer.email,
    time: new Date(payment.at).toISOString(),
  }) satisfies Wire<SubscriptionTransactionDetails>;

const SALE_STATES: Record<Payment['status'], string> = {
  PENDING: 'pending',
  COMPLETED: 'completed',
  DECLINED: 'denied',
  PARTIALLY_REFUNDED: 'partially_refunded',
  REFUNDED: 'refunded',
};

/** A subscription's payment as `/v1/payments/sale` and the PAYMENT.SALE events show it. */
export function presentSale(payment: Payment, links: Links) {
  const path = `/v1/payments/sale/${payment.id}`;
  return {
    id: payment.id,
    state: payment.isReversed ? 'reversed' : SALE_STATES[payment.status],
    amount: v1AmountOf(payment.amount),
    payment_mode: 'INSTANT_TRANSFER',
    protection_eligibility: 'ELIGIBLE',
    protection_eligibility_type: 'ITEM_NOT_RECEIVED_ELIGIBLE,UNAUTHORIZED_PAYMENT_ELIGIBLE',
    transaction_fee: { value: decimalOf(feeOf(payment.amount).cents), currency: payment.amount.currency },
    billing_agreement_id: payment.parentId,
    ...(payment.customId !== undefined && { custom: payment.customId }),
    invoice_number: '',
    create_time: timeOf(payment.at),
    update_time: timeOf(payment.updatedAt),
    links: [links.to('self', path), links.to('refund', `${path}/refund`, 'POST')],
  };
}
