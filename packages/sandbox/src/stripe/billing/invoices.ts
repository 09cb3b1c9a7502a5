import { invalidRequest } from '../api/errors.js';
import { taxIdsOf } from '../checkout/business.js';
import { createIntent } from '../payments/attempt.js';
import type { StripeAccount } from '../store/account.js';
import { newId, randomAlphanumeric } from '../store/ids.js';
import type { Stored } from '../store/wire.js';
import { addPendingItem, chargeOfItem, lineOf, pendingItems, type Charge } from './lines.js';

type Invoice = Stored<'invoice'>;
export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming';

export interface NewInvoice {
  subscription: Stored<'subscription'>;
  reason: BillingReason;
  /** The periods that are billed. */
  charges: Charge[];
  /** What of a period is credited or charged: becomes invoice items first, as the service does it. */
  prorations?: Charge[];
  prorationDate?: number | undefined;
  /** The period of the invoice itself: of a renewal, the one that has ended. */
  period?: { start: number; end: number };
}

/** A draft with everything that waits for an invoice of this subscription. */
export function createInvoice(account: StripeAccount, fields: NewInvoice): Invoice {
  const { subscription, charges, prorations = [] } = fields;
  const id = newId('in');
  for (const charge of prorations) addPendingItem(account, charge, subscription.customer);
  const items = pendingItems(account, subscription.id);
  for (const item of items) account.update('invoiceitem', item.id, { invoice: id });
  const lines = [
    ...items.map((item) => lineOf(chargeOfItem(account, item), id, item.id)),
    ...charges.map((charge) => lineOf(charge, id)),
  ];
  const invoice = account.create('invoice', buildInvoice(account, id, fields, lines), 'invoice.created');
  account.update('subscription', subscription.id, { latest_invoice: id });
  return invoice;
}

/** How it would look, without a trace. */
export function previewInvoice(account: StripeAccount, fields: NewInvoice): Invoice {
  const waiting = pendingItems(account, fields.subscription.id).map((item) =>
    lineOf(chargeOfItem(account, item), null, item.id),
  );
  const lines = [
    ...waiting,
    ...[...(fields.prorations ?? []), ...fields.charges].map((charge) => lineOf(charge, null)),
  ];
  return buildInvoice(account, newId('upcoming_in'), fields, lines);
}

export function buildInvoice(
  account: StripeAccount,
  id: string,
  { subscription, reason, prorationDate, period }: NewInvoice,
  lines: Invoice['lines']['data'],
): Invoice {
  const customer = account.objects.get('customer', subscription.customer);
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const due = Math.max(0, total + customer.balance);
  const isPreview = id.startsWith('upcoming');
  return {
    id,
    object: 'invoice',
    ...NO_EXTRAS,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    attempt_count: 0,
    attempted: false,
    auto_advance: !isPreview,
    automatically_finalizes_at:
      reason === 'subscription_cycle' ? account.now() + account.settings.value.draftSeconds : null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: account.now(),
    currency: subscription.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_tax_ids: taxIdsOf(account, customer.id).map(({ type, value }) => ({ type, value })),
    ending_balance: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${isPreview ? 'upcoming' : id}/lines` },
    metadata: {},
    next_payment_attempt: null,
    number: null,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: {
        metadata: subscription.metadata,
        subscription: subscription.id,
        ...(prorationDate !== undefined && { subscription_proration_date: prorationDate }),
      },
    },
    period_end: period?.end ?? account.now(),
    period_start: period?.start ?? account.now(),
    starting_balance: customer.balance,
    status: 'draft',
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  };
}

/**
 * Fixes the amounts and numbers the invoice; asks for a payment if anything is due.
 * @param intentId a payment that was made already, on a checkout page
 */
export function finalizeInvoice(account: StripeAccount, invoiceId: string, intentId?: string): Invoice {
  const draft = account.objects.get('invoice', invoiceId);
  if (draft.status !== 'draft')
    throw invalidRequest("This invoice is already finalized, you can't re-finalize a non-draft invoice.");
  const customer = account.objects.get('customer', draft.customer);
  const rest = draft.total + customer.balance;
  const sequence = customer.next_invoice_sequence ?? 1;
  account.update(
    'customer',
    customer.id,
    { balance: Math.min(0, rest), next_invoice_sequence: sequence + 1 },
    rest === draft.total ? undefined : 'customer.updated',
  );
  const secret = randomAlphanumeric(40);
  const url = account.pageUrl(`invoices/${invoiceId}/${secret}`);
  const invoice = account.update(
    'invoice',
    invoiceId,
    {
      amount_due: Math.max(0, rest),
      amount_remaining: Math.max(0, rest),
      automatically_finalizes_at: null,
      effective_at: account.now(),
      ending_balance: Math.min(0, rest),
      hosted_invoice_url: url,
      invoice_pdf: `${url}/pdf`,
      number: `${customer.invoice_prefix ?? 'SANDBOX'}-${String(sequence).padStart(4, '0')}`,
      starting_balance: customer.balance,
      status: 'open',
      status_transitions: { ...draft.status_transitions, finalized_at: account.now() },
    },
    'invoice.finalized',
  );
  if (invoice.amount_due > 0) requestPayment(account, invoice, intentId ?? createIntentFor(account, invoice).id);
  return invoice;
}

const DESCRIPTIONS: Record<string, string> = {
  subscription_create: 'Subscription creation',
  subscription_cycle: 'Subscription update',
  subscription_update: 'Subscription update',
};

const createIntentFor = (account: StripeAccount, invoice: Invoice): Stored<'payment_intent'> =>
  createIntent(account, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description: DESCRIPTIONS[invoice.billing_reason ?? ''] ?? `Payment for Invoice ${invoice.number}`,
    setupFutureUsage: 'off_session',
    receiptEmail: invoice.customer_email,
  });

function requestPayment(account: StripeAccount, invoice: Invoice, intentId: string): void {
  account.objects.put('invoice_payment', {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: account.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intentId },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
}

/** The payment of an invoice, and the invoice of a payment. */
export const paymentOf = (account: StripeAccount, invoiceId: string): Stored<'invoice_payment'> | undefined =>
  account.objects
    .list('invoice_payment')
    .findLast(({ invoice, status }) => invoice === invoiceId && status !== 'canceled');

export const paymentOfIntent = (account: StripeAccount, intentId: string): Stored<'invoice_payment'> | undefined =>
  account.objects.list('invoice_payment').find(({ payment }) => payment.payment_intent === intentId);

/** Ends an open invoice without money. */
export function closeInvoice(account: StripeAccount, invoiceId: string, status: 'void' | 'uncollectible'): Invoice {
  const invoice = account.objects.get('invoice', invoiceId);
  if (invoice.status !== 'open' && !(invoice.status === 'uncollectible' && status === 'void')) {
    throw invalidRequest(`You can only pass in open invoices. This invoice isn't open.`, {
      code: 'invoice_not_editable',
    });
  }
  const payment = paymentOf(account, invoiceId);
  if (status === 'void' && payment) {
    account.update('invoice_payment', payment.id, {
      status: 'canceled',
      status_transitions: { ...payment.status_transitions, canceled_at: account.now() },
    });
    cancelIntent(account, payment.payment.payment_intent, 'void_invoice');
  }
  const transitions = status === 'void' ? { voided_at: account.now() } : { marked_uncollectible_at: account.now() };
  return account.update(
    'invoice',
    invoiceId,
    { status, next_payment_attempt: null, status_transitions: { ...invoice.status_transitions, ...transitions } },
    status === 'void' ? 'invoice.voided' : 'invoice.marked_uncollectible',
  );
}

function cancelIntent(account: StripeAccount, intentId: string | undefined, reason: 'void_invoice'): void {
  const intent = account.objects.find('payment_intent', intentId);
  if (!intent || intent.status === 'succeeded' || intent.status === 'canceled') return;
  const changes = {
    status: 'canceled',
    canceled_at: account.now(),
    cancellation_reason: reason,
    next_action: null,
  } as const;
  account.update('payment_intent', intent.id, changes, 'payment_intent.canceled');
}

const NO_EXTRAS = {
  account_country: 'US',
  account_name: 'Sandbox',
  account_tax_ids: null,
  application: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  custom_fields: null,
  customer_account: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  effective_at: null,
  footer: null,
  from_invoice: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
} satisfies Partial<Invoice>;
