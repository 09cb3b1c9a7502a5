import type { BillingDetails } from '@app/contracts';
import { Logger } from '@nestjs/common';
import * as z from 'zod';
import { AppError } from '../../../../platform/errors/app-error.js';
import type { PlanChoice } from '../../domain/plan-change.js';
import { ChangeRefused } from '../change-refused.js';
import type {
  CheckoutOrder,
  CheckoutSnapshot,
  InvoiceFile,
  PaymentProvider,
  ProviderEvent,
  ReturnAddresses,
  StartedCheckout,
  SubscriptionSnapshot,
} from '../payment-provider.port.js';
import { PaypalClient, PaypalRefusal, type PaypalSettings } from './paypal-client.js';
import { PaypalDisputes } from './paypal-disputes.js';
import { PaypalPlans } from './paypal-plans.js';
import { PaypalReceipts } from './paypal-receipts.js';
import { PaypalRefunds } from './paypal-refunds.js';
import { customIdOf, PaypalSubscriptions } from './paypal-subscriptions.js';
import { automaticPaymentsPage, PaypalTransactions } from './paypal-transactions.js';
import { PaypalWebhooks } from './paypal-webhooks.js';
import { CANCEL_REASON, SUSPEND_REASON } from './standing.js';

const LOCALES = { en: 'en-US', zh: 'zh-CN' } as const;

const linksSchema = z.object({ links: z.array(z.object({ rel: z.string(), href: z.string() })) });
const startedSchema = linksSchema.extend({ id: z.string() });
const nothing = z.unknown();

/** Users approve on PayPal's page. No saved cards, proration or invoices. */
export class PaypalProvider implements PaymentProvider {
  readonly id = 'paypal';
  readonly upgradesAtOnce = false;
  private readonly logger = new Logger(PaypalProvider.name);
  private readonly client: PaypalClient;
  private readonly plans: PaypalPlans;
  private readonly disputes: PaypalDisputes;
  private readonly subscriptions: PaypalSubscriptions;
  private readonly webhooks: PaypalWebhooks;
  private readonly receipts: PaypalReceipts;
  private readonly refunds: PaypalRefunds;

  constructor(
    private readonly settings: PaypalSettings,
    timeoutMs: number,
  ) {
    this.client = new PaypalClient(settings, timeoutMs);
    this.plans = new PaypalPlans(this.client);
    this.disputes = new PaypalDisputes(this.client);
    const transactions = new PaypalTransactions(this.client, this.plans, this.disputes);
    const repairUrl = automaticPaymentsPage(settings.baseUrl);
    this.subscriptions = new PaypalSubscriptions(this.client, this.plans, transactions, repairUrl);
    this.webhooks = new PaypalWebhooks(this.client, settings.webhookUrl);
    this.receipts = new PaypalReceipts(this.client, this.plans, settings.brand);
    this.refunds = new PaypalRefunds(this.client);
  }

  async preparePrices(): Promise<string[]> {
    await this.disputes.checkAccess();
    return [...(await this.plans.prepare()), ...(await this.webhooks.prepare())];
  }

  /** PayPal has no customers: the subscription names the user. */
  createCustomer({ userId }: { userId: string }): Promise<string> {
    return Promise.resolve(userId);
  }

  hasCustomer(): Promise<boolean> {
    return Promise.resolve(true);
  }

  removeCustomer(): Promise<void> {
    return Promise.resolve();
  }

  async startCheckout(order: CheckoutOrder): Promise<StartedCheckout> {
    const started = await this.client.call('/v1/billing/subscriptions', startedSchema, {
      method: 'POST',
      key: `checkout:${order.paymentId}`,
      body: {
        plan_id: await this.plans.idOf(order),
        custom_id: customIdOf(order.userId, order.paymentId),
        application_context: this.pageOf(order),
      },
    });
    return { sessionId: started.id, url: approvalPage(started) };
  }

  readCheckout(sessionId: string): Promise<CheckoutSnapshot | null> {
    return this.subscriptions.checkout(sessionId);
  }

  /** PayPal cannot close a page that it has shown. */
  expireCheckout(): Promise<boolean> {
    return Promise.resolve(false);
  }

  readSubscription(subscriptionId: string, now: Date, paymentId?: string): Promise<SubscriptionSnapshot | null> {
    return this.subscriptions.snapshot(subscriptionId, now, paymentId);
  }

  findSubscriptionOfPayment(providerPaymentId: string): Promise<string | null> {
    return this.receipts.subscriptionOf(providerPaymentId);
  }

  /** From the next payment on, once the user has agreed on the page. */
  async scheduleChange(subscriptionId: string, wanted: PlanChoice, returns: ReturnAddresses): Promise<string> {
    const plan_id = await this.plans.idOf(wanted);
    const body = { plan_id, application_context: this.pageOf(returns) };
    const revised = await this.client
      .find(pathOf(subscriptionId, 'revise'), linksSchema, { method: 'POST', body })
      .catch((error: unknown) => this.refuseChange(error));
    if (!revised) throw new AppError('SUBSCRIPTION_UNKNOWN');
    return approvalPage(revised);
  }

  async cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
    await this.tryTo('suspend', subscriptionId, SUSPEND_REASON);
  }

  async cancelNow(subscriptionId: string): Promise<void> {
    await this.tryTo('cancel', subscriptionId, CANCEL_REASON);
  }

  /** Not while a payment is missing, which PayPal would try no more. */
  async resume(subscriptionId: string): Promise<void> {
    const isUnpaid = await this.subscriptions.isUnpaid(subscriptionId);
    const isDone = !isUnpaid && (await this.tryTo('activate', subscriptionId, 'Resumed'));
    if (!isDone) throw new AppError('NOT_SUPPORTED_BY_PROVIDER');
  }

  refund(providerPaymentId: string, key: string): Promise<boolean> {
    return this.refunds.make(providerPaymentId, key);
  }

  readInvoiceFile(invoiceId: string, buyer: BillingDetails): Promise<InvoiceFile | null> {
    return this.receipts.read(invoiceId, buyer);
  }

  readWebhook(body: Buffer, headers: Record<string, string | string[] | undefined>): Promise<ProviderEvent> {
    return this.webhooks.read(body, headers);
  }

  listEvents(since: Date): Promise<ProviderEvent[]> {
    return this.webhooks.since(since);
  }

  previewUpgrade = notSupported;
  upgrade = notSupported;
  createSubscription = notSupported;
  listMethods = notSupported;
  addMethod = notSupported;
  removeMethod = notSupported;
  setDefaultMethod = notSupported;
  startCardSession = notSupported;

  private refuseChange(error: unknown): never {
    if (!(error instanceof PaypalRefusal)) throw error;
    this.logger.warn(`A change is not possible: ${error.message}`);
    throw new ChangeRefused(error);
  }

  private async tryTo(
    action: 'suspend' | 'cancel' | 'activate',
    subscriptionId: string,
    reason: string,
  ): Promise<boolean> {
    try {
      await this.client.call(pathOf(subscriptionId, action), nothing, { method: 'POST', body: { reason } });
      return true;
    } catch (error) {
      if (error instanceof PaypalRefusal) return false;
      throw error;
    }
  }

  private pageOf({ successUrl, cancelUrl, locale }: ReturnAddresses) {
    return {
      brand_name: this.settings.brand,
      locale: LOCALES[locale],
      shipping_preference: 'NO_SHIPPING',
      user_action: 'SUBSCRIBE_NOW',
      return_url: successUrl,
      cancel_url: cancelUrl,
    };
  }
}

const notSupported = (): Promise<never> => Promise.reject(new AppError('NOT_SUPPORTED_BY_PROVIDER'));

const pathOf = (subscriptionId: string, action: string): string =>
  `/v1/billing/subscriptions/${encodeURIComponent(subscriptionId)}/${action}`;

function approvalPage({ links }: z.output<typeof linksSchema>): string {
  const page = links.find(({ rel }) => rel === 'approve');
  if (!page) throw new AppError('PAYMENT_UNAVAILABLE');
  return page.href;
}
