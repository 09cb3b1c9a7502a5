import { z } from 'zod';
import { defineCall, type Call } from '../api/call.js';
import { invalidRequest, noSuch } from '../api/errors.js';
import { isWithin, matches, pageOf } from '../api/list.js';
import { flag, integer, listParams, mergeMetadata, metadata, params, range, text } from '../api/params.js';
import { isEnded } from '../billing/cancel.js';
import { createSubscription } from '../billing/subscriptions.js';
import type { StripeAccount } from '../store/account.js';
import type { Stored } from '../store/wire.js';
import { findCustomer } from './customers.js';
import { findPrice } from './prices.js';

type Subscription = Stored<'subscription'>;

export const PaymentBehavior = z.enum([
  'allow_incomplete',
  'default_incomplete',
  'error_if_incomplete',
  'pending_if_incomplete',
]);
export const PaymentSettings = z.strictObject({
  payment_method_types: z.array(z.enum(['card'])).optional(),
  save_default_payment_method: z.enum(['off', 'on_subscription']).optional(),
});
const CreateParams = params({
  automatic_tax: z.strictObject({ enabled: flag }).optional(),
  billing_mode: z.strictObject({ type: z.enum(['classic', 'flexible']) }).optional(),
  cancel_at_period_end: flag.optional(),
  collection_method: z.enum(['charge_automatically']).optional(),
  currency: text.optional(),
  customer: text,
  default_payment_method: text.optional(),
  description: text.optional(),
  items: z.array(z.strictObject({ price: text, quantity: integer.optional(), metadata: metadata.optional() })),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  payment_behavior: PaymentBehavior.optional(),
  payment_settings: PaymentSettings.optional(),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
});
const ListParams = listParams({
  collection_method: text.optional(),
  created: range.optional(),
  current_period_end: range.optional(),
  current_period_start: range.optional(),
  customer: text.optional(),
  price: text.optional(),
  status: z
    .enum([
      'active',
      'all',
      'canceled',
      'ended',
      'incomplete',
      'incomplete_expired',
      'past_due',
      'paused',
      'trialing',
      'unpaid',
    ])
    .optional(),
});

export const subscriptionCalls: Call[] = [
  defineCall('post', '/v1/subscriptions', CreateParams, ({ account, params: given }) => {
    const customer = findCustomer(account, given.customer, 'customer');
    return createSubscription(account, {
      customer: customer.id,
      items: given.items.map(({ price, quantity }, index) => ({
        price: activePrice(account, price, `items[${index}][price]`),
        quantity: quantity ?? 1,
      })),
      behavior: given.payment_behavior,
      cancelAtPeriodEnd: given.cancel_at_period_end,
      defaultPaymentMethod: methodOf(account, customer.id, given.default_payment_method),
      description: given.description,
      isOffSession: given.off_session,
      metadata: mergeMetadata({}, given.metadata),
      savesDefaultMethod: given.payment_settings?.save_default_payment_method === 'on_subscription',
    });
  }),
  defineCall('get', '/v1/subscriptions', ListParams, ({ account, params: given }) => {
    const found = account.objects
      .list('subscription')
      .filter(
        (subscription) =>
          matches(subscription, { customer: given.customer }) &&
          hasStatus(subscription, given.status) &&
          isWithin(subscription.created, given.created) &&
          subscription.items.data.some(
            ({ price, current_period_end: end, current_period_start: start }) =>
              (given.price === undefined || price.id === given.price) &&
              isWithin(end, given.current_period_end) &&
              isWithin(start, given.current_period_start),
          ),
      );
    return pageOf('/v1/subscriptions', found, given);
  }),
  defineCall('get', '/v1/subscriptions/:id', params({}), ({ account, id }) => findSubscription(account, id())),
];

/** @throws ApiFault 404, or naming `param` */
export function findSubscription(account: StripeAccount, id: string, param?: string): Subscription {
  const subscription = account.objects.find('subscription', id);
  if (!subscription) throw noSuch('subscription', id, param);
  return subscription;
}

export function activePrice(account: StripeAccount, id: string, param: string): Stored<'price'> {
  const price = findPrice(account, id, param);
  if (price.active) return price;
  throw invalidRequest('The price specified is inactive. This field only accepts active prices.', { param });
}

/** @throws ApiFault 400 for a payment method that is not this customer's */
export function methodOf(account: StripeAccount, customer: string, id: string | undefined): string | null {
  if (id === undefined) return null;
  const method = account.objects.find('payment_method', id);
  if (!method) throw noSuch('payment_method', id, 'default_payment_method');
  if (method.customer === customer) return id;
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'default_payment_method' },
  );
}

/** Without a status, a list shows what has not ended. */
function hasStatus(subscription: Subscription, wanted: string | undefined): boolean {
  if (wanted === undefined) return subscription.status !== 'canceled' && subscription.status !== 'incomplete_expired';
  if (wanted === 'all') return true;
  return wanted === 'ended' ? isEnded(subscription) : subscription.status === wanted;
}
