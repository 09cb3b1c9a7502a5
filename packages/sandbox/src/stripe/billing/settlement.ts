import { invalidRequest } from '../api/errors.js';
import { attemptPayment } from '../payments/attempt.js';
import type { StripeAccount } from '../store/account.js';
import type { Stored } from '../store/wire.js';
import { endSubscription } from './cancel.js';
import { finalizeInvoice, paymentOf, paymentOfIntent } from './invoices.js';

type Invoice = Stored<'invoice'>;
type Subscription = Stored<'subscription'>;
const DAY = 86_400;

export interface PayOptions {
  paymentMethodId?: string | null | undefined;
  isOffSession: boolean;
  /** By the service's own schedule; only such attempts lead to the next one. */
  isAutomatic?: boolean;
  returnUrl?: string | undefined;
}

/** Tries to have an invoice paid. @returns the invoice: paid, or still open with the reason in its payment */
export function payInvoice(account: StripeAccount, invoiceId: string, options: PayOptions): Invoice {
  const before = account.objects.get('invoice', invoiceId);
  if (before.status === 'paid') throw invalidRequest('Invoice is already paid', { code: 'invoice_already_paid' });
  const invoice = before.status === 'draft' ? finalizeInvoice(account, invoiceId) : before;
  if (invoice.status === 'void') throw invalidRequest('You cannot pay this invoice because it is void.');
  if (invoice.amount_due === 0) return markPaid(account, invoice);
  const paymentMethodId = options.paymentMethodId ?? defaultMethodOf(account, invoice);
  const intentId = paymentOf(account, invoiceId)?.payment.payment_intent;
  if (intentId === undefined) throw new Error(`${invoiceId} has no payment`);
  if (paymentMethodId == null) {
    if (!options.isAutomatic) throw withoutMethod();
    return markFailed(account, invoice, true);
  }
  attemptPayment(account, intentId, { ...options, paymentMethodId });
  settle(account, intentId, options.isAutomatic);
  return account.objects.get('invoice', invoiceId);
}

export const withoutMethod = () =>
  invalidRequest(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
    { code: 'resource_missing' },
  );

function defaultMethodOf(account: StripeAccount, invoice: Invoice): string | null {
  const subscription = account.objects.find('subscription', subscriptionOf(invoice));
  const customer = account.objects.find('customer', invoice.customer);
  return (
    invoice.default_payment_method ??
    subscription?.default_payment_method ??
    customer?.invoice_settings.default_payment_method ??
    null
  );
}

export const subscriptionOf = (invoice: Invoice): string | undefined =>
  invoice.parent?.subscription_details?.subscription;

/** Brings invoice and subscription to where the last attempt of a payment has left it. */
export function settle(account: StripeAccount, intentId: string, isAutomatic = false): void {
  const link = paymentOfIntent(account, intentId);
  if (!link) return;
  const intent = account.objects.get('payment_intent', intentId);
  const invoice = account.objects.get('invoice', link.invoice);
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') return;
  if (intent.status === 'succeeded') markPaid(account, invoice, intent);
  else if (intent.status === 'requires_action') {
    account.emit('invoice.payment_action_required', account.update('invoice', invoice.id, { attempted: true }));
  } else if (intent.last_payment_error) markFailed(account, invoice, isAutomatic);
}

/** @param intent none if nothing was due */
export function markPaid(account: StripeAccount, invoice: Invoice, intent?: Stored<'payment_intent'>): Invoice {
  const link = paymentOf(account, invoice.id);
  if (link && intent) {
    const transitions = { ...link.status_transitions, paid_at: account.now() };
    const changes = { status: 'paid', amount_paid: intent.amount_received, status_transitions: transitions };
    account.update('invoice_payment', link.id, changes, 'invoice_payment.paid');
  }
  const paid = account.update('invoice', invoice.id, {
    status: 'paid',
    amount_paid: intent?.amount_received ?? 0,
    amount_remaining: 0,
    attempted: true,
    attempt_count: intent ? Math.max(1, invoice.attempt_count) : invoice.attempt_count,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: account.now() },
  });
  account.emit('invoice.paid', paid);
  account.emit('invoice.payment_succeeded', paid);
  const subscription = account.objects.find('subscription', subscriptionOf(paid));
  if (subscription) afterPayment(account, subscription, paid, intent, invoice.attempted);
  return paid;
}

function afterPayment(
  account: StripeAccount,
  subscription: Subscription,
  invoice: Invoice,
  intent: Stored<'payment_intent'> | undefined,
  wasWaiting: boolean,
): void {
  const { status, pending_update: pending, payment_settings: settings, latest_invoice: latest } = subscription;
  const changes: Partial<Subscription> = {};
  if (status === 'incomplete' || status === 'past_due' || status === 'unpaid') changes.status = 'active';
  if (intent?.payment_method != null && settings?.save_default_payment_method === 'on_subscription') {
    changes.default_payment_method = intent.payment_method;
  }
  if (pending && latest === invoice.id) {
    changes.pending_update = null;
    changes.items = { ...subscription.items, data: pending.subscription_items ?? subscription.items.data };
    if (pending.billing_cycle_anchor !== null) changes.billing_cycle_anchor = pending.billing_cycle_anchor;
  }
  const after = account.update('subscription', subscription.id, changes, 'customer.subscription.updated');
  if (pending && latest === invoice.id && wasWaiting)
    account.emit('customer.subscription.pending_update_applied', after);
}

function markFailed(account: StripeAccount, invoice: Invoice, isAutomatic: boolean): Invoice {
  const isFirst = invoice.attempt_count === 0;
  const attempts = isFirst || isAutomatic ? invoice.attempt_count + 1 : invoice.attempt_count;
  const subscription = account.objects.find('subscription', subscriptionOf(invoice));
  const waits = invoice.billing_reason === 'subscription_create' || subscription?.pending_update != null;
  const isScheduled = !waits && (isFirst || isAutomatic);
  const next = isScheduled ? nextAttemptAt(account, attempts) : invoice.next_payment_attempt;
  const failed = account.update('invoice', invoice.id, {
    attempted: true,
    attempt_count: attempts,
    next_payment_attempt: next,
  });
  account.emit('invoice.payment_failed', failed);
  if (subscription && !waits) afterFailure(account, subscription, isScheduled && next === null);
  return account.objects.get('invoice', invoice.id);
}

/** Null after the last one. */
export function nextAttemptAt(account: StripeAccount, attempts: number): number | null {
  const days = account.settings.value.retryDays[attempts - 1];
  return days === undefined ? null : account.now() + days * DAY;
}

function afterFailure(account: StripeAccount, subscription: Subscription, wasLastAttempt: boolean): void {
  if (subscription.status === 'active') {
    account.update('subscription', subscription.id, { status: 'past_due' }, 'customer.subscription.updated');
  }
  if (!wasLastAttempt) return;
  const { afterRetries } = account.settings.value;
  if (afterRetries === 'cancel') endSubscription(account, subscription.id, { reason: 'payment_failed' });
  if (afterRetries === 'unpaid') {
    account.update('subscription', subscription.id, { status: 'unpaid' }, 'customer.subscription.updated');
  }
}
