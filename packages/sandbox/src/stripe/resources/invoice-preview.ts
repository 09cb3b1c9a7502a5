import { z } from 'zod';
import { defineCall, type Call } from '../api/call.js';
import { ApiFault, invalidRequest } from '../api/errors.js';
import { flag, integer, metadata, params, text } from '../api/params.js';
import { isEnded } from '../billing/cancel.js';
import { previewInvoice, type NewInvoice } from '../billing/invoices.js';
import { periodCharge, type SubscriptionItem } from '../billing/lines.js';
import { intervalOf, periodEndAfter } from '../billing/periods.js';
import { planChange } from '../billing/plan-change.js';
import { buildSubscription } from '../billing/subscriptions.js';
import type { StripeAccount } from '../store/account.js';
import type { Stored } from '../store/wire.js';
import { findCustomer } from './customers.js';
import { ChangedItems, itemChanges, Prorations } from './subscription-changes.js';
import { activePrice, findSubscription } from './subscriptions.js';

const PreviewParams = params({
  currency: text.optional(),
  customer: text.optional(),
  preview_mode: z.enum(['next', 'recurring']).optional(),
  subscription: text.optional(),
  subscription_details: z
    .strictObject({
      billing_cycle_anchor: z.enum(['now', 'unchanged']).optional(),
      cancel_at_period_end: flag.optional(),
      cancel_now: flag.optional(),
      items: ChangedItems.optional(),
      metadata: metadata.optional(),
      proration_behavior: Prorations.optional(),
      proration_date: integer.optional(),
    })
    .optional(),
});
type Preview = z.infer<typeof PreviewParams>;
type Subscription = Stored<'subscription'>;

/** What the next invoice would be, or the one that a change would make. */
export const invoicePreviewCalls: Call[] = [
  defineCall('post', '/v1/invoices/create_preview', PreviewParams, ({ account, params: given }) =>
    previewInvoice(
      account,
      given.subscription === undefined ? ofNew(account, given) : ofExisting(account, given.subscription, given),
    ),
  ),
];

function ofNew(account: StripeAccount, given: Preview): NewInvoice {
  const items = given.subscription_details?.items ?? [];
  if (given.customer === undefined) {
    throw invalidRequest('You must specify `customer` or `subscription` to preview an invoice.', {
      code: 'parameter_missing',
      param: 'customer',
    });
  }
  const subscription = buildSubscription(account, {
    customer: findCustomer(account, given.customer, 'customer').id,
    items: items.map(({ price = '', quantity = 1 }, index) => ({
      price: activePrice(account, price, `subscription_details[items][${index}][price]`),
      quantity,
    })),
  });
  return {
    subscription,
    reason: 'upcoming',
    charges: subscription.items.data.map((item) => periodCharge(account, item, subscription.id)),
  };
}

function ofExisting(account: StripeAccount, id: string, { subscription_details: details }: Preview): NewInvoice {
  const subscription = findSubscription(account, id, 'subscription');
  const endsAnyway = details?.cancel_at_period_end ?? subscription.cancel_at_period_end;
  const isChanged = details?.items !== undefined || details?.billing_cycle_anchor === 'now';
  if (isEnded(subscription) || (endsAnyway && !isChanged)) throw noneUpcoming(subscription);
  const planned = planChange(account, subscription, {
    items: itemChanges(account, details?.items ?? []),
    prorations: details?.proration_behavior,
    prorationDate: details?.proration_date,
    isAnchoredNow: details?.billing_cycle_anchor === 'now',
  });
  const charges = planned.isInvoicedNow
    ? planned.charges
    : planned.items.map((item) => periodCharge(account, nextPeriod(subscription, item), subscription.id));
  return {
    subscription,
    reason: 'upcoming',
    charges,
    prorations: planned.prorations,
    ...(isChanged && { prorationDate: planned.at }),
  };
}

const nextPeriod = (subscription: Subscription, item: SubscriptionItem): SubscriptionItem => ({
  ...item,
  current_period_start: item.current_period_end,
  current_period_end: periodEndAfter(
    subscription.billing_cycle_anchor,
    item.current_period_end,
    intervalOf(item.price),
  ),
});

const noneUpcoming = ({ customer }: Subscription): ApiFault =>
  new ApiFault(404, {
    type: 'invalid_request_error',
    code: 'invoice_upcoming_none',
    message: `No upcoming invoices for customer: ${customer}`,
  });
