import type Stripe from 'stripe';
import { failureReason } from '../../domain/failure-reason.js';
import type { InvoiceSnapshot, ProviderPayment } from '../payment-provider.port.js';
import { ask, dateOf, idOf } from './stripe-client.js';
import { CURRENCY, type StripePrices } from './stripe-prices.js';

/** Read with their payments; older ones change by disputes alone, which name their payment. */
const INVOICES_READ = 4;

const isProration = (line: Stripe.InvoiceLineItem): boolean =>
  line.parent?.subscription_item_details?.proration === true || line.parent?.invoice_item_details?.proration === true;

const STATUS: Record<string, InvoiceSnapshot['status']> = {
  open: 'open',
  paid: 'paid',
  void: 'void',
  uncollectible: 'uncollectible',
};

export const subscriptionOfInvoice = (invoice: Stripe.Invoice): string | null =>
  idOf(invoice.parent?.subscription_details?.subscription);

/** Stripe keeps payments apart from invoices. */
export class StripeInvoices {
  constructor(
    private readonly client: Stripe,
    private readonly prices: StripePrices,
  ) {}

  /** The newest of a subscription and that of a payment, oldest first. */
  async ofSubscription(subscriptionId: string, paymentId?: string): Promise<InvoiceSnapshot[]> {
    const [page, named] = await Promise.all([
      ask(() => this.client.invoices.list({ subscription: subscriptionId, limit: INVOICES_READ })),
      paymentId === undefined ? null : this.ofPayment(paymentId),
    ]);
    const isOld = named !== null && !page.data.some(({ id }) => id === named.id);
    const snapshots = await Promise.all(
      [...page.data, ...(isOld ? [named] : [])].map((invoice) => this.snapshot(invoice)),
    );
    return snapshots.filter((invoice) => invoice !== null).toReversed();
  }

  async ofPayment(paymentIntentId: string): Promise<Stripe.Invoice | null> {
    const page = await ask(() =>
      this.client.invoicePayments.list({
        payment: { type: 'payment_intent', payment_intent: paymentIntentId },
        limit: 1,
      }),
    );
    const invoiceId = idOf(page.data[0]?.invoice);
    return invoiceId === null ? null : ask(() => this.client.invoices.retrieve(invoiceId));
  }

  private async snapshot(invoice: Stripe.Invoice): Promise<InvoiceSnapshot | null> {
    const status = invoice.status && STATUS[invoice.status];
    const line = await this.planLine(invoice);
    if (!status || !line || invoice.currency !== CURRENCY) return null;
    const isUpgrade = isProration(line.line);
    const paidAt = invoice.status_transitions.paid_at;
    return {
      id: invoice.id,
      number: invoice.number,
      reason: isUpgrade ? 'upgrade' : invoice.billing_reason === 'subscription_create' ? 'start' : 'renewal',
      status,
      plan: line.choice.plan,
      isAnnual: line.choice.isAnnual,
      amountCents: status === 'paid' ? invoice.amount_paid : invoice.amount_due,
      periodStart: dateOf(line.line.period.start),
      periodEnd: dateOf(line.line.period.end),
      createdAt: dateOf(invoice.created),
      paidAt: paidAt === null ? null : dateOf(paidAt),
      hostedUrl: invoice.hosted_invoice_url ?? null,
      payment: await this.paymentOf(invoice.id),
    };
  }

  /** The dearest line with a price of ours; a credit for the former plan is negative. */
  private async planLine(invoice: Stripe.Invoice) {
    const lines = await Promise.all(
      invoice.lines.data.map(async (line) => {
        const priceId = idOf(line.pricing?.price_details?.price);
        const choice = priceId === null ? null : ((await this.prices.find(priceId))?.choice ?? null);
        return choice && line.amount > 0 ? { line, choice } : null;
      }),
    );
    return lines
      .filter((line) => line !== null)
      .toSorted(
        (a, b) => Number(isProration(a.line)) - Number(isProration(b.line)) || b.line.amount - a.line.amount,
      )[0];
  }

  private async paymentOf(invoiceId: string): Promise<ProviderPayment | null> {
    const page = await ask(() => this.client.invoicePayments.list({ invoice: invoiceId, limit: 10 }));
    const newest = page.data.find(({ status }) => status === 'paid') ?? page.data[0];
    const intentId = idOf(newest?.payment.payment_intent);
    if (intentId === null) return null;
    const intent = await ask(() => this.client.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }));
    const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
    return {
      id: intent.id,
      state: intent.status === 'succeeded' ? 'paid' : intent.last_payment_error ? 'failed' : 'open',
      failureReason: reasonOf(intent),
      refundedCents: charge?.amount_refunded ?? 0,
      isDisputed: charge?.disputed ? await this.isDisputed(intent.id) : false,
    };
  }

  /** A won dispute, or a mere inquiry, took nothing. */
  private async isDisputed(paymentIntentId: string): Promise<boolean> {
    const page = await ask(() => this.client.disputes.list({ payment_intent: paymentIntentId, limit: 10 }));
    return page.data.some(({ status }) => status !== 'won' && !status.startsWith('warning_') && status !== 'prevented');
  }
}

function reasonOf({ status, last_payment_error: error }: Stripe.PaymentIntent) {
  if (!error || status === 'succeeded') return null;
  // A charge of later asks for a confirmation; the error is still that of the charge before.
  return status === 'requires_action' ? 'authentication_required' : failureReason(error.decline_code, error.code);
}
