import { ApiFault } from '../api/errors.js';
import { paymentErrorOf } from '../payments/errors.js';
import type { StripeAccount } from '../store/account.js';
import type { Stored } from '../store/wire.js';
import { closeInvoice, createInvoice, finalizeInvoice, paymentOf } from './invoices.js';
import { addPendingItem } from './lines.js';
import { planChange, type Change, type PlannedChange } from './plan-change.js';
import { markPaid, payInvoice } from './settlement.js';
import type { PaymentBehavior } from './subscriptions.js';

type Subscription = Stored<'subscription'>;
/** How long a change waits for its payment. */
const PENDING_SECONDS = 23 * 3600;

export interface ChangeOptions {
  behavior?: PaymentBehavior | undefined;
  isOffSession?: boolean | undefined;
}

/** Changes the items of a subscription, and asks for the difference. */
export function changeItems(
  account: StripeAccount,
  id: string,
  change: Change,
  { behavior = 'allow_incomplete', isOffSession = false }: ChangeOptions = {},
): Subscription {
  const before = account.objects.get('subscription', id);
  const planned = planChange(account, before, change);
  if (behavior === 'pending_if_incomplete' && planned.isInvoicedNow) {
    return changeWhenPaid(account, before, planned, isOffSession);
  }
  if (behavior === 'error_if_incomplete') {
    return account.objects.attempt(() => {
      const after = changeNow(account, before, planned, { behavior, isOffSession });
      const invoice = account.objects.find('invoice', after.latest_invoice);
      if (!planned.isInvoicedNow || invoice?.status === 'paid') return after;
      throw new ApiFault(402, paymentErrorOf(account, paymentOf(account, invoice?.id ?? '')?.payment.payment_intent));
    });
  }
  return changeNow(account, before, planned, { behavior, isOffSession });
}

function changeNow(
  account: StripeAccount,
  before: Subscription,
  planned: PlannedChange,
  { behavior, isOffSession }: Required<ChangeOptions>,
): Subscription {
  const changes = { items: { ...before.items, data: planned.items }, billing_cycle_anchor: planned.anchor };
  account.update('subscription', before.id, changes, 'customer.subscription.updated');
  if (!planned.isInvoicedNow) {
    for (const charge of planned.prorations) addPendingItem(account, charge, before.customer);
    return account.objects.get('subscription', before.id);
  }
  const invoice = invoiceOf(account, before.id, planned);
  if (invoice.status === 'open') {
    if (behavior === 'default_incomplete') {
      account.update('subscription', before.id, { status: 'past_due' }, 'customer.subscription.updated');
    } else payInvoice(account, invoice.id, { isOffSession, isAutomatic: true });
  }
  return account.objects.get('subscription', before.id);
}

/** Leaves the subscription as it is until its invoice is paid. */
function changeWhenPaid(
  account: StripeAccount,
  before: Subscription,
  planned: PlannedChange,
  isOffSession: boolean,
): Subscription {
  if (before.pending_update) dropPendingUpdate(account, before.id);
  const pending: NonNullable<Subscription['pending_update']> = {
    billing_cycle_anchor: planned.anchor === before.billing_cycle_anchor ? null : planned.anchor,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: account.now() + PENDING_SECONDS,
    metadata: null,
    subscription_items: planned.items,
    trial_end: null,
    trial_from_plan: null,
  };
  account.update('subscription', before.id, { pending_update: pending });
  const invoice = invoiceOf(account, before.id, planned);
  if (invoice.status === 'open') payInvoice(account, invoice.id, { isOffSession });
  const after = account.objects.get('subscription', before.id);
  if (after.pending_update) account.emit('customer.subscription.updated', after, { pending_update: null });
  return after;
}

function invoiceOf(account: StripeAccount, id: string, planned: PlannedChange): Stored<'invoice'> {
  const draft = createInvoice(account, {
    subscription: account.objects.get('subscription', id),
    reason: 'subscription_update',
    charges: planned.charges,
    prorations: planned.prorations,
    prorationDate: planned.at,
  });
  const invoice = finalizeInvoice(account, draft.id);
  return invoice.amount_due === 0 ? markPaid(account, invoice) : invoice;
}

/** The change was not paid in time, or another one takes its place. */
export function dropPendingUpdate(account: StripeAccount, id: string): void {
  const { latest_invoice: invoiceId } = account.objects.get('subscription', id);
  const invoice = account.objects.find('invoice', invoiceId);
  if (invoice?.status === 'open') closeInvoice(account, invoice.id, 'void');
  const after = account.update('subscription', id, { pending_update: null });
  account.emit('customer.subscription.pending_update_expired', after);
}
