import type { Order as VendorOrder, PaymentAuthorization } from '@paypal/paypal-server-sdk';
import { z } from 'zod';
import type { Slice, SliceOptions } from '../../kit/store.js';
import { WRITE_DELAY_MS } from '../write-delay.js';
import { Funding, Payer } from '../funding.js';
import type { Link, Links } from '../links.js';
import { Amount, moneyOf } from '../money.js';
import { timeOf } from '../time.js';
import type { Wire } from '../wire.js';

const Unit = z.object({
  referenceId: z.string(),
  amount: Amount,
  description: z.string().optional(),
  customId: z.string().optional(),
  invoiceId: z.string().optional(),
});
export type Unit = z.infer<typeof Unit>;

export const Order = z.object({
  id: z.string(),
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  /** `PAYER_ACTION_REQUIRED` stands for `CREATED` where the order named how it is to be paid. */
  status: z.enum(['CREATED', 'PAYER_ACTION_REQUIRED', 'APPROVED', 'COMPLETED', 'VOIDED']),
  units: z.array(Unit),
  namesSource: z.boolean(),
  returnUrl: z.string().optional(),
  cancelUrl: z.string().optional(),
  brand: z.string().optional(),
  paysNow: z.boolean(),
  payer: Payer.optional(),
  funding: Funding,
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type Order = z.infer<typeof Order>;
const Orders = z.array(Order);
export type Orders = Slice<z.infer<typeof Orders>>;
export const orderSlice: SliceOptions<z.infer<typeof Orders>> = {
  name: 'paypal-orders',
  writeDelayMs: WRITE_DELAY_MS,
  schema: Orders,
  seed: () => [],
};

export const Authorization = z.object({
  id: z.string(),
  orderId: z.string(),
  referenceId: z.string(),
  amount: Amount,
  capturedCents: z.number(),
  status: z.enum(['CREATED', 'CAPTURED', 'PARTIALLY_CAPTURED', 'VOIDED']),
  customId: z.string().optional(),
  invoiceId: z.string().optional(),
  at: z.number(),
  updatedAt: z.number(),
});
export type Authorization = z.infer<typeof Authorization>;
const Authorizations = z.array(Authorization);
export type Authorizations = Slice<z.infer<typeof Authorizations>>;
export const authorizationSlice: SliceOptions<z.infer<typeof Authorizations>> = {
  name: 'paypal-authorizations',
  schema: Authorizations,
  seed: () => [],
};

export const approvalPathOf = ({ id }: Order): string => `/checkoutnow?token=${id}`;

export function orderLinks(order: Order, links: Links): Link[] {
  const path = `/v2/checkout/orders/${order.id}`;
  const self = links.to('self', path);
  const finish =
    order.intent === 'CAPTURE'
      ? links.to('capture', `${path}/capture`, 'POST')
      : links.to('authorize', `${path}/authorize`, 'POST');
  if (order.status === 'COMPLETED' || order.status === 'VOIDED') return [self];
  if (order.namesSource) return [self, links.to('payer-action', approvalPathOf(order))];
  return [self, links.to('approve', approvalPathOf(order)), links.to('update', path, 'PATCH'), finish];
}

export const briefOrder = (order: Order, links: Links) =>
  ({
    id: order.id,
    status: order.status,
    ...(order.namesSource && { payment_source: { paypal: {} } }),
    links: orderLinks(order, links),
  }) satisfies Wire<VendorOrder>;

const VALID_FOR_MS = 29 * 86_400_000;

export function presentAuthorization(authorization: Authorization, links: Links) {
  const path = `/v2/payments/authorizations/${authorization.id}`;
  return {
    id: authorization.id,
    status: authorization.status,
    amount: moneyOf(authorization.amount),
    ...(authorization.invoiceId !== undefined && { invoice_id: authorization.invoiceId }),
    ...(authorization.customId !== undefined && { custom_id: authorization.customId }),
    seller_protection: { status: 'ELIGIBLE' },
    expiration_time: timeOf(authorization.at + VALID_FOR_MS),
    create_time: timeOf(authorization.at),
    update_time: timeOf(authorization.updatedAt),
    links: [
      links.to('self', path),
      links.to('capture', `${path}/capture`, 'POST'),
      links.to('void', `${path}/void`, 'POST'),
      links.to('up', `/v2/checkout/orders/${authorization.orderId}`),
    ],
  } satisfies Wire<PaymentAuthorization>;
}
