import type { Stripe } from 'stripe';
import { z } from 'zod';
import { defineCall, type Call } from '../api/call.js';
import { invalidRequest, noSuch } from '../api/errors.js';
import { flag, integer, mergeMetadata, metadata, params, removableText, text, type ParamsOf } from '../api/params.js';
import { detailsOf, endSubscription, isEnded } from '../billing/cancel.js';
import { changeItems } from '../billing/change.js';
import { createInvoice, finalizeInvoice } from '../billing/invoices.js';
import { addPendingItem, prorationCharge } from '../billing/lines.js';
import type { ItemChange } from '../billing/plan-change.js';
import { markPaid, payInvoice } from '../billing/settlement.js';
import type { StripeAccount } from '../store/account.js';
import type { Stored } from '../store/wire.js';
import { activePrice, findSubscription, methodOf, PaymentBehavior, PaymentSettings } from './subscriptions.js';

type Subscription = Stored<'subscription'>;

export const ChangedItems = z.array(
  z.strictObject({
    deleted: flag.optional(),
    id: text.optional(),
    metadata: metadata.optional(),
    price: text.optional(),
    quantity: integer.optional(),
  }),
);
export const Prorations = z.enum(['always_invoice', 'create_prorations', 'none']);
const Cancellation = z
  .strictObject({
    comment: removableText.optional(),
    feedback: z
      .enum([
        '',
        'customer_service',
        'low_quality',
        'missing_features',
        'other',
        'switched_service',
        'too_complex',
        'too_expensive',
        'unused',
      ])
      .optional(),
  })
  .optional();
const UpdateParams = params({
  billing_cycle_anchor: z.enum(['now', 'unchanged']).optional(),
  cancel_at: z.union([z.literal(''), integer]).optional(),
  cancel_at_period_end: flag.optional(),
  cancellation_details: Cancellation,
  default_payment_method: text.optional(),
  description: removableText.optional(),
  items: ChangedItems.optional(),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  payment_behavior: PaymentBehavior.optional(),
  payment_settings: PaymentSettings.optional(),
  proration_behavior: Prorations.optional(),
  proration_date: integer.optional(),
} satisfies ParamsOf<Stripe.SubscriptionUpdateParams>);
type Update = z.infer<typeof UpdateParams>;

export const subscriptionChangeCalls: Call[] = [
  defineCall('post', '/v1/subscriptions/:id', UpdateParams, ({ account, params: given, id }) => {
    const subscription = findSubscription(account, id());
    checkUpdate(subscription, given);
    const anchored = given.billing_cycle_anchor === 'now';
    if (given.items || anchored) {
      const change = {
        items: itemChanges(account, given.items ?? []),
        prorations: given.proration_behavior,
        prorationDate: given.proration_date,
        isAnchoredNow: anchored,
      };
      changeItems(account, subscription.id, change, {
        behavior: given.payment_behavior,
        isOffSession: given.off_session,
      });
    }
    return applySettings(account, subscription.id, given);
  }),
  defineCall(
    'delete',
    '/v1/subscriptions/:id',
    params({ cancellation_details: Cancellation, invoice_now: flag.optional(), prorate: flag.optional() }),
    ({ account, params: given, id }) => {
      const subscription = findSubscription(account, id());
      if (isEnded(subscription)) throw noSuch('subscription', subscription.id);
      if (given.prorate) creditRest(account, subscription);
      if (given.invoice_now) invoiceNow(account, subscription);
      return endSubscription(account, subscription.id, { reason: 'cancellation_requested', ...detailsGiven(given) });
    },
  ),
  defineCall('post', '/v1/subscriptions/:id/resume', params({}), ({ account, id }) => {
    const { id: found, status } = findSubscription(account, id());
    throw invalidRequest(
      `Only subscriptions with a status of \`paused\` can be resumed. Subscription ${found} has a status of \`${status}\`.`,
    );
  }),
  defineCall('get', '/v1/subscription_items', params({ subscription: text }), ({ account, params: given }) => {
    return findSubscription(account, given.subscription, 'subscription').items;
  }),
];

/** @throws ApiFault 400 for a price that is not there or not for sale */
export const itemChanges = (account: StripeAccount, items: z.infer<typeof ChangedItems>): ItemChange[] =>
  items.map(({ id, price, quantity, deleted }, index) => ({
    id,
    price: price === undefined ? undefined : activePrice(account, price, `items[${index}][price]`),
    quantity,
    isDeleted: deleted,
  }));

const WITH_PENDING = new Set([
  'billing_cycle_anchor',
  'expand',
  'items',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
]);

function checkUpdate(subscription: Subscription, given: Update): void {
  const names = Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (isEnded(subscription) && names.some((name) => !['metadata', 'cancellation_details', 'expand'].includes(name))) {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.');
  }
  const unsupported = names.filter((name) => !WITH_PENDING.has(name));
  if (given.payment_behavior === 'pending_if_incomplete' && unsupported.length > 0) {
    throw invalidRequest(
      `Cannot update the following parameters with \`payment_behavior=pending_if_incomplete\`: ${unsupported.join(', ')}. See https://stripe.com/docs/billing/subscriptions/pending-updates-reference for what can be updated.`,
      { param: 'payment_behavior' },
    );
  }
  if (subscription.schedule !== null && (given.cancel_at_period_end !== undefined || given.cancel_at !== undefined)) {
    throw invalidRequest(
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
      { param: given.cancel_at === undefined ? 'cancel_at_period_end' : 'cancel_at' },
    );
  }
}

function applySettings(account: StripeAccount, id: string, given: Update): Subscription {
  const subscription = account.objects.get('subscription', id);
  const method = given.default_payment_method;
  const saves = given.payment_settings?.save_default_payment_method;
  return account.update(
    'subscription',
    id,
    {
      ...cancellation(account, subscription, given),
      ...(method !== undefined && { default_payment_method: methodOf(account, subscription.customer, method) }),
      ...(given.description !== undefined && { description: given.description }),
      ...(given.metadata !== undefined && { metadata: mergeMetadata(subscription.metadata, given.metadata) }),
      ...(saves !== undefined &&
        subscription.payment_settings && {
          payment_settings: { ...subscription.payment_settings, save_default_payment_method: saves },
        }),
    },
    'customer.subscription.updated',
  );
}

function cancellation(account: StripeAccount, subscription: Subscription, given: Update): Partial<Subscription> {
  const end = subscription.items.data[0]?.current_period_end ?? account.now();
  const wanted = given.cancel_at_period_end === undefined ? given.cancel_at : given.cancel_at_period_end ? end : '';
  const details = detailsGiven(given);
  if (wanted === undefined) {
    const reason = (subscription.cancellation_details?.reason ?? null) as 'cancellation_requested' | null;
    return given.cancellation_details ? { cancellation_details: detailsOf(subscription, { reason, ...details }) } : {};
  }
  if (wanted === '') {
    return {
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    };
  }
  return {
    cancel_at: wanted,
    cancel_at_period_end: given.cancel_at_period_end ?? false,
    canceled_at: subscription.canceled_at ?? account.now(),
    cancellation_details: detailsOf(subscription, { reason: 'cancellation_requested', ...details }),
  };
}

function detailsGiven({ cancellation_details: details }: Pick<Update, 'cancellation_details'>) {
  return {
    ...(details?.comment !== undefined && { comment: details.comment }),
    ...(details?.feedback !== undefined && { feedback: details.feedback === '' ? null : details.feedback }),
  };
}

function creditRest(account: StripeAccount, { id, customer, items }: Subscription): void {
  for (const item of items.data) {
    addPendingItem(account, prorationCharge(account, item, id, { at: account.now(), kind: 'unused' }), customer);
  }
}

function invoiceNow(account: StripeAccount, subscription: Subscription): void {
  const draft = createInvoice(account, { subscription, reason: 'subscription_update', charges: [] });
  const invoice = finalizeInvoice(account, draft.id);
  if (invoice.amount_due === 0) markPaid(account, invoice);
  else payInvoice(account, invoice.id, { isOffSession: true, isAutomatic: true });
}
