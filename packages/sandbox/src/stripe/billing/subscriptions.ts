import { ApiFault, invalidRequest } from '../api/errors.js';
import { paymentErrorOf } from '../payments/errors.js';
import type { StripeAccount } from '../store/account.js';
import { newId } from '../store/ids.js';
import type { Stored } from '../store/wire.js';
import { createInvoice, finalizeInvoice, paymentOf } from './invoices.js';
import { periodCharge, type SubscriptionItem } from './lines.js';
import { intervalOf, isSameInterval, periodEndAfter } from './periods.js';
import { markPaid, payInvoice, withoutMethod } from './settlement.js';

type Subscription = Stored<'subscription'>;
export type PaymentBehavior =
  | 'allow_incomplete'
  | 'default_incomplete'
  | 'error_if_incomplete'
  | 'pending_if_incomplete';

export interface NewSubscription {
  customer: string;
  items: { price: Stored<'price'>; quantity: number }[];
  defaultPaymentMethod?: string | null | undefined;
  metadata?: Record<string, string> | undefined;
  description?: string | null | undefined;
  behavior?: PaymentBehavior | undefined;
  isOffSession?: boolean | undefined;
  savesDefaultMethod?: boolean | undefined;
  cancelAtPeriodEnd?: boolean | undefined;
  /** The payment that a person has made on a checkout page. */
  paidBy?: Stored<'payment_intent'> | undefined;
}

/** Creates a subscription with its first invoice, and asks for the money. */
export function createSubscription(account: StripeAccount, fields: NewSubscription): Subscription {
  const { behavior = 'allow_incomplete', paidBy } = fields;
  if (behavior === 'pending_if_incomplete') {
    throw invalidRequest('`pending_if_incomplete` can only be used when updating a subscription.', {
      param: 'payment_behavior',
    });
  }
  if (behavior === 'error_if_incomplete') {
    return account.objects.attempt(() => startSubscription(account, fields, behavior));
  }
  return startSubscription(account, fields, paidBy ? undefined : behavior);
}

function startSubscription(
  account: StripeAccount,
  fields: NewSubscription,
  behavior: PaymentBehavior | undefined,
): Subscription {
  const subscription = account.create(
    'subscription',
    buildSubscription(account, fields),
    'customer.subscription.created',
  );
  const charges = subscription.items.data.map((item) => periodCharge(account, item, subscription.id));
  const draft = createInvoice(account, { subscription, reason: 'subscription_create', charges });
  const invoice = finalizeInvoice(account, draft.id, fields.paidBy?.id);
  if (invoice.amount_due === 0) markPaid(account, invoice);
  else if (fields.paidBy) markPaid(account, invoice, fields.paidBy);
  else if (behavior !== 'default_incomplete') payFirst(account, subscription, invoice.id, fields, behavior);
  return account.objects.get('subscription', subscription.id);
}

function payFirst(
  account: StripeAccount,
  subscription: Subscription,
  invoiceId: string,
  { isOffSession = false }: NewSubscription,
  behavior: PaymentBehavior | undefined,
): void {
  const customer = account.objects.get('customer', subscription.customer);
  const method = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method;
  if (method === null) throw withoutMethod();
  const invoice = payInvoice(account, invoiceId, { paymentMethodId: method, isOffSession });
  if (behavior === 'error_if_incomplete' && invoice.status !== 'paid') {
    throw new ApiFault(402, paymentErrorOf(account, paymentOf(account, invoiceId)?.payment.payment_intent));
  }
}

export function buildSubscription(account: StripeAccount, fields: NewSubscription): Subscription {
  const id = newId('sub');
  const now = account.now();
  const [first] = fields.items;
  if (!first) throw invalidRequest('Missing required param: items.', { code: 'parameter_missing', param: 'items' });
  const interval = intervalOf(first.price);
  for (const { price } of fields.items) assertFits(price, first.price);
  const end = periodEndAfter(now, now, interval);
  const items = fields.items.map((item) => buildItem(account, id, item, { start: now, end }));
  return {
    ...NO_EXTRAS,
    id,
    object: 'subscription',
    billing_cycle_anchor: now,
    cancel_at: fields.cancelAtPeriodEnd ? end : null,
    cancel_at_period_end: fields.cancelAtPeriodEnd ?? false,
    canceled_at: fields.cancelAtPeriodEnd ? now : null,
    collection_method: 'charge_automatically',
    created: now,
    currency: first.price.currency,
    customer: fields.customer,
    default_payment_method: fields.defaultPaymentMethod ?? null,
    description: fields.description ?? null,
    items: { object: 'list', data: items, has_more: false, url: `/v1/subscription_items?subscription=${id}` },
    latest_invoice: null,
    metadata: fields.metadata ?? {},
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: fields.savesDefaultMethod ? 'on_subscription' : 'off',
    },
    start_date: now,
    status: 'incomplete',
  };
}

/** @throws ApiFault 400 for prices that one invoice cannot hold */
export function assertFits(price: Stored<'price'>, other: Stored<'price'>): void {
  if (price.currency !== other.currency) {
    throw invalidRequest(
      'Currency must match across all items on this subscription. Found mismatch in currency field.',
    );
  }
  if (!isSameInterval(intervalOf(price), intervalOf(other))) {
    throw invalidRequest(
      'Currency and interval fields must match across all plans on this subscription. Found mismatch in interval field.',
    );
  }
}

export const buildItem = (
  account: StripeAccount,
  subscription: string,
  { price, quantity }: { price: Stored<'price'>; quantity: number },
  period: { start: number; end: number },
): SubscriptionItem => ({
  id: newId('si'),
  object: 'subscription_item',
  billing_thresholds: null,
  created: account.now(),
  current_period_end: period.end,
  current_period_start: period.start,
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: planOf(price),
  price,
  quantity,
  subscription,
  tax_rates: [],
});

/** The price under its old name, which items still carry. */
export const planOf = (price: Stored<'price'>): SubscriptionItem['plan'] => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? 'month',
  interval_count: price.recurring?.interval_count ?? 1,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

const NO_EXTRAS = {
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor_config: null,
  billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
  billing_schedules: [],
  billing_thresholds: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [],
  discounts: [],
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  livemode: false,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' } },
  trial_start: null,
} satisfies Partial<Subscription>;
