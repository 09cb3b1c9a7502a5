import type { PaymentMethod } from '@app/contracts';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type Stripe from 'stripe';
import { AppError } from '../../../../platform/errors/app-error.js';
import type { PlanChoice } from '../../domain/plan-change.js';
import { withParameters } from '../../domain/return-address.js';
import type {
  BillingPerson,
  CardOrder,
  CheckoutOrder,
  CheckoutSnapshot,
  InvoiceFile,
  PaymentProvider,
  ProviderEvent,
  StartedCheckout,
  SubscriptionSnapshot,
  UpgradePreview,
  UpgradeTerms,
} from '../payment-provider.port.js';
import { StripeChanges } from './stripe-changes.js';
import {
  ask,
  askForChange,
  askOfCustomer,
  find,
  invalidRequest,
  stripeClient,
  type StripeSettings,
} from './stripe-client.js';
import { StripeEvents } from './stripe-events.js';
import { StripeInvoices, subscriptionOfInvoice } from './stripe-invoices.js';
import { StripeMethods } from './stripe-methods.js';
import { CURRENCY, StripePrices } from './stripe-prices.js';
import { StripeReads } from './stripe-reads.js';
import { StripeRefunds } from './stripe-refunds.js';

export class StripeProvider implements PaymentProvider {
  readonly id = 'stripe';
  readonly upgradesAtOnce = true;
  private readonly client: Stripe;
  private readonly prices: StripePrices;
  private readonly reads: StripeReads;
  private readonly invoices: StripeInvoices;
  private readonly methods: StripeMethods;
  private readonly events: StripeEvents;
  private readonly changes: StripeChanges;
  private readonly refunds: StripeRefunds;

  constructor(
    settings: StripeSettings,
    private readonly timeoutMs: number,
  ) {
    this.client = stripeClient(settings, timeoutMs);
    this.prices = new StripePrices(this.client);
    this.invoices = new StripeInvoices(this.client, this.prices);
    this.reads = new StripeReads(this.client, this.prices, this.invoices);
    this.methods = new StripeMethods(this.client);
    this.events = new StripeEvents(this.client, settings);
    this.changes = new StripeChanges(this.client, this.prices);
    this.refunds = new StripeRefunds(this.client);
  }

  preparePrices(): Promise<string[]> {
    return ask(() => this.prices.prepare());
  }

  async createCustomer({ userId, email, name, replaces }: BillingPerson): Promise<string> {
    const customer = await ask(() =>
      this.client.customers.create(
        { name, ...(email !== null && { email }), metadata: { user_id: userId } },
        { idempotencyKey: `customer:${userId}:${fingerprint([name, email, replaces ?? null])}` },
      ),
    );
    return customer.id;
  }

  async hasCustomer(customerId: string): Promise<boolean> {
    const customer = await find(() => this.client.customers.retrieve(customerId));
    return customer !== null && !customer.deleted;
  }

  async removeCustomer(customerId: string): Promise<void> {
    await find(() => this.client.customers.del(customerId));
  }

  async startCheckout(order: CheckoutOrder): Promise<StartedCheckout> {
    const { paymentId, userId, customerId, successUrl, cancelUrl, locale } = order;
    const metadata = { user_id: userId, payment_id: paymentId };
    const price = await this.prices.idOf(order);
    const session = await askOfCustomer(() =>
      this.client.checkout.sessions.create(
        {
          mode: 'subscription',
          customer: customerId,
          client_reference_id: userId,
          line_items: [{ price, quantity: 1 }],
          success_url: withParameters(successUrl, { session_id: '{CHECKOUT_SESSION_ID}' }),
          cancel_url: cancelUrl,
          locale,
          metadata,
          subscription_data: { metadata },
          // Companies may have their name and VAT id on the receipts.
          tax_id_collection: { enabled: true },
          customer_update: { name: 'auto', address: 'auto' },
          automatic_tax: { enabled: false },
          allow_promotion_codes: false,
          adaptive_pricing: { enabled: false },
        },
        // With language and customer, because a key with other parameters is an error.
        { idempotencyKey: `checkout:${paymentId}:${locale}:${customerId}` },
      ),
    );
    return startedOf(session);
  }

  readCheckout(sessionId: string): Promise<CheckoutSnapshot | null> {
    return this.reads.checkout(sessionId);
  }

  async expireCheckout(sessionId: string): Promise<boolean> {
    try {
      await find(() => this.client.checkout.sessions.expire(sessionId));
    } catch (error) {
      // Complete or expired already; the next read tells which.
      if (!invalidRequest(error)) throw error;
    }
    return true;
  }

  async createSubscription(order: CardOrder): Promise<string | null> {
    const { paymentId, userId, customerId, methodId } = order;
    if (!(await this.methods.owns(customerId, methodId))) return null;
    const price = await this.prices.idOf(order);
    const subscription = await ask(() =>
      this.client.subscriptions.create(
        {
          customer: customerId,
          items: [{ price }],
          default_payment_method: methodId,
          payment_behavior: 'allow_incomplete',
          off_session: false,
          metadata: { user_id: userId, payment_id: paymentId },
        },
        { idempotencyKey: `create:${paymentId}` },
      ),
    );
    return subscription.id;
  }

  readSubscription(subscriptionId: string, _now: Date, paymentId?: string): Promise<SubscriptionSnapshot | null> {
    return this.reads.subscription(subscriptionId, paymentId);
  }

  async findSubscriptionOfPayment(providerPaymentId: string): Promise<string | null> {
    const invoice = await this.invoices.ofPayment(providerPaymentId);
    return invoice && subscriptionOfInvoice(invoice);
  }

  previewUpgrade(subscriptionId: string, wanted: PlanChoice): Promise<UpgradePreview> {
    return askForChange(() => this.changes.previewUpgrade(subscriptionId, wanted));
  }

  upgrade(subscriptionId: string, wanted: PlanChoice, how: UpgradeTerms): Promise<void> {
    return askForChange(() => this.changes.upgrade(subscriptionId, wanted, how));
  }

  async scheduleChange(subscriptionId: string, wanted: PlanChoice): Promise<null> {
    await askForChange(() => this.changes.schedule(subscriptionId, wanted));
    return null;
  }

  async cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
    await askForChange(() => find(() => this.changes.cancelAtPeriodEnd(subscriptionId)));
  }

  async cancelNow(subscriptionId: string): Promise<void> {
    await find(() => this.changes.cancelNow(subscriptionId));
  }

  async resume(subscriptionId: string): Promise<void> {
    await askForChange(() => find(() => this.changes.resume(subscriptionId)));
  }

  refund(providerPaymentId: string, key: string): Promise<boolean> {
    return this.refunds.make(providerPaymentId, key);
  }

  listMethods(customerId: string): Promise<PaymentMethod[]> {
    return this.methods.list(customerId);
  }

  addMethod(customerId: string, methodId: string): Promise<PaymentMethod | null> {
    return this.methods.add(customerId, methodId);
  }

  removeMethod(customerId: string, methodId: string): Promise<boolean> {
    return this.methods.remove(customerId, methodId);
  }

  setDefaultMethod(customerId: string, methodId: string): Promise<PaymentMethod | null> {
    return this.methods.setDefault(customerId, methodId);
  }

  async startCardSession(order: Parameters<PaymentProvider['startCardSession']>[0]): Promise<StartedCheckout> {
    const session = await askOfCustomer(() =>
      this.client.checkout.sessions.create({
        mode: 'setup',
        // Required: Stripe offers the payment methods of this currency.
        currency: CURRENCY,
        customer: order.customerId,
        client_reference_id: order.userId,
        success_url: withParameters(order.successUrl, { session_id: '{CHECKOUT_SESSION_ID}' }),
        cancel_url: order.cancelUrl,
        locale: order.locale,
      }),
    );
    return startedOf(session);
  }

  async readInvoiceFile(invoiceId: string): Promise<InvoiceFile | null> {
    const invoice = await find(() => this.client.invoices.retrieve(invoiceId));
    if (!invoice?.invoice_pdf) return null;
    const pdf = await fetch(invoice.invoice_pdf, { signal: AbortSignal.timeout(this.timeoutMs) })
      .then(async (answer) => {
        if (!answer.ok) throw new Error(`The invoice was answered by ${answer.status}`);
        return Buffer.from(await answer.arrayBuffer());
      })
      .catch((cause: unknown) => {
        throw new AppError('PAYMENT_UNAVAILABLE', { cause });
      });
    return { content: Readable.from([pdf]), bytes: pdf.length };
  }

  readWebhook(body: Buffer, headers: Record<string, string | string[] | undefined>): Promise<ProviderEvent | null> {
    return Promise.resolve().then(() => this.events.read(body, headers));
  }

  listEvents(since: Date): Promise<ProviderEvent[]> {
    return this.events.since(since);
  }
}

/** A key stands for one set of parameters, and a user's name may change before a call is repeated. */
const fingerprint = (values: (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 16);

const startedOf = ({ id, url }: Stripe.Checkout.Session): StartedCheckout => {
  if (url === null) throw new AppError('PAYMENT_UNAVAILABLE');
  return { sessionId: id, url };
};
