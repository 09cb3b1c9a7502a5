import { z } from 'zod';
import type { Slice, SliceOptions } from '../kit/store.js';
import type { Products } from './catalog/product.js';
import type { Plans } from './catalog/plan.js';
import type { Disputes } from './disputes/dispute.js';
import type { Links } from './links.js';
import type { Authorizations, Orders } from './orders/order.js';
import type { Payments } from './payments/payment.js';
import type { Refunds } from './payments/refund.js';
import type { Subscriptions } from './subscriptions/subscription.js';
import type { EventLog } from './webhooks/events.js';

export const PaypalSettings = z.strictObject({
  /**
   * How long after its activation a subscription's first payment is made, in real time: an ACTIVE subscription is not
   * yet a paid one.
   */
  firstPaymentDelayMs: z.number().int().min(0).max(600_000),
  /** The merchant's account has no money, and no bank account stands in for it: nothing is refunded. */
  isOutOfMoney: z.boolean().optional(),
});
export type PaypalSettings = z.infer<typeof PaypalSettings>;

export const settingSlice: SliceOptions<PaypalSettings> = {
  name: 'paypal-settings',
  schema: PaypalSettings,
  seed: () => ({ firstPaymentDelayMs: 1000 }),
};

/** All that PayPal knows of its one merchant. */
export interface World {
  /** The sandbox's time. */
  now: () => number;
  links: Links;
  settings: Slice<PaypalSettings>;
  products: Products;
  plans: Plans;
  subscriptions: Subscriptions;
  orders: Orders;
  authorizations: Authorizations;
  payments: Payments;
  refunds: Refunds;
  disputes: Disputes;
  events: EventLog;
}
