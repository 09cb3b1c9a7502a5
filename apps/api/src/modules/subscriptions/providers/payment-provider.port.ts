import type { BillingDetails, PaidPlan, PaymentFailureReason, PaymentMethod, PaymentProviderId } from '@app/contracts';
import type { Readable } from 'node:stream';
import type { PlanChoice } from '../domain/plan-change.js';
import type { ProviderStatus } from '../domain/subscription-access.js';
import type { Billing } from '../domain/subscription-end.js';

export interface BillingPerson {
  userId: string;
  email: string | null;
  name: string;
  /** The customer that is missing there. */
  replaces?: string | undefined;
}

export interface CheckoutOrder extends PlanChoice {
  /** Our payment; idempotency keys are made of it. */
  paymentId: string;
  userId: string;
  customerId: string;
  successUrl: string;
  cancelUrl: string;
  locale: 'en' | 'zh';
}

export type CardOrder = Omit<CheckoutOrder, 'successUrl' | 'cancelUrl' | 'locale'> & { methodId: string };

export interface StartedCheckout {
  sessionId: string;
  url: string;
}

export interface CheckoutSnapshot {
  sessionId: string;
  purpose: 'subscription' | 'card';
  state: 'open' | 'complete' | 'expired';
  userId: string | null;
  paymentId: string | null;
  subscriptionId: string | null;
  failureReason: PaymentFailureReason | null;
  /** The card that was added, once it is. */
  methodId?: string | null;
}

export interface ProviderPayment {
  id: string;
  state: 'open' | 'paid' | 'failed';
  failureReason: PaymentFailureReason | null;
  /** Null: a part whose amount the provider no longer reports. */
  refundedCents: number | null;
  isDisputed: boolean;
}

export interface InvoiceSnapshot {
  id: string;
  number: string | null;
  /** `upgrade`: only the price of a change within the period. */
  reason: 'start' | 'renewal' | 'upgrade';
  status: 'open' | 'paid' | 'void' | 'uncollectible';
  plan: PaidPlan;
  isAnnual: boolean;
  amountCents: number;
  periodStart: Date;
  periodEnd: Date;
  createdAt: Date;
  paidAt: Date | null;
  hostedUrl: string | null;
  payment: ProviderPayment | null;
}

export interface SubscriptionSnapshot extends PlanChoice {
  id: string;
  customerId: string;
  userId: string | null;
  paymentId: string | null;
  status: ProviderStatus;
  anchoredAt: Date;
  periodStart: Date;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  canceledAt: Date | null;
  /** Null while it runs, however it was cancelled. */
  endedAt: Date | null;
  pending: PlanChoice | null;
  /** Of the next period; a subscription keeps the price that it was sold at. */
  nextAmountCents: number;
  billing: Billing;
  /** Oldest first, without other currencies, unpaid ones and unknown prices. */
  invoices: InvoiceSnapshot[];
}

/** An event's contents are never believed: the object is read again. */
export type EventSubject =
  | { kind: 'subscription'; id: string }
  | { kind: 'checkout'; id: string }
  | { kind: 'payment'; id: string }
  | { kind: 'none' };

export interface ProviderEvent {
  id: string;
  type: string;
  subject: EventSubject;
  body: object;
}

export interface UpgradePreview {
  amountCents: number;
  prorationDate: number;
  /** No earlier `prorationDate` is accepted. */
  periodStart: number;
}

export interface ReturnAddresses {
  successUrl: string;
  cancelUrl: string;
  locale: 'en' | 'zh';
}

export interface InvoiceFile {
  content: Readable;
  bytes: number | null;
}

export interface UpgradeTerms {
  /** Made of our payment, so that a repeated call has one effect. */
  key: string;
  /** Of the preview that was shown. */
  prorationDate?: number | undefined;
}

/**
 * Throws `PAYMENT_UNAVAILABLE` when the service does not answer, `SUBSCRIPTION_UNKNOWN` when a missing subscription is to be
 * changed, and `ChangeRefused` when a known one cannot be changed, cancelled or resumed. Otherwise returns null for missing
 * objects, which it leaves as they are when they are to be ended or resumed.
 */
export interface PaymentProvider {
  readonly id: PaymentProviderId;
  /** Otherwise every change waits for the end of the period and for consent. */
  readonly upgradesAtOnce: boolean;
  /** Plans, prices and the webhook. Returns the names of what was missing. */
  preparePrices(): Promise<string[]>;
  /** The same again for the same person, unless it replaces another one. */
  createCustomer(person: BillingPerson): Promise<string>;
  hasCustomer(customerId: string): Promise<boolean>;
  removeCustomer(customerId: string): Promise<void>;

  /** Throws `CustomerMissing`. */
  startCheckout(order: CheckoutOrder): Promise<StartedCheckout>;
  readCheckout(sessionId: string): Promise<CheckoutSnapshot | null>;
  /** False when the page cannot be closed, so that it may still be paid. */
  expireCheckout(sessionId: string): Promise<boolean>;

  /**
   * Charges a saved method; returns the subscription's id even if the charge failed. Null: not the customer's method.
   */
  createSubscription(order: CardOrder): Promise<string | null>;
  /** `now`: billing time. Includes the invoice of `providerPaymentId`, however old. */
  readSubscription(subscriptionId: string, now: Date, providerPaymentId?: string): Promise<SubscriptionSnapshot | null>;
  /** The subscription that a payment was for. */
  findSubscriptionOfPayment(providerPaymentId: string): Promise<string | null>;
  previewUpgrade(subscriptionId: string, wanted: PlanChoice): Promise<UpgradePreview>;
  /** Nothing changes unless the charge succeeds. Throws `PAYMENT_METHOD_REFUSED` without a card. */
  upgrade(subscriptionId: string, wanted: PlanChoice, how: UpgradeTerms): Promise<void>;
  /** At the end of the period; the current plan cancels a scheduled change. Returns a consent page, if any. */
  scheduleChange(subscriptionId: string, wanted: PlanChoice, returns: ReturnAddresses): Promise<string | null>;
  /** A payment that is missing is charged no more, though it may still be made. */
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>;
  /** Nothing of it can be paid afterwards. Repeated for one that has ended, it only makes sure of that. */
  cancelNow(subscriptionId: string): Promise<void>;
  /** Charges a payment that is missing. Throws `NOT_SUPPORTED_BY_PROVIDER` where a cancellation is final. */
  resume(subscriptionId: string): Promise<void>;
  /** False when it cannot be refunded, e.g. during a dispute. Throws `RefundDelayed` while it cannot be. */
  refund(providerPaymentId: string, key: string): Promise<boolean>;

  /** None of a missing customer. */
  listMethods(customerId: string): Promise<PaymentMethod[]>;
  /** Null: unknown, or another customer's. Throws `PAYMENT_METHOD_REFUSED` and `CustomerMissing`. */
  addMethod(customerId: string, methodId: string): Promise<PaymentMethod | null>;
  removeMethod(customerId: string, methodId: string): Promise<boolean>;
  /** Also tried at once where a renewal is unpaid. Null: not the customer's method. */
  setDefaultMethod(customerId: string, methodId: string): Promise<PaymentMethod | null>;
  /** The provider's page on which a card is added. Throws `CustomerMissing`. */
  startCardSession(order: {
    customerId: string;
    userId: string;
    successUrl: string;
    cancelUrl: string;
    locale: 'en' | 'zh';
  }): Promise<StartedCheckout>;
  /** `buyer`: for a file that the provider does not make itself. */
  readInvoiceFile(invoiceId: string, buyer: BillingDetails): Promise<InvoiceFile | null>;

  /** Throws `WEBHOOK_SIGNATURE_INVALID`. Null for an event of another mode or account. */
  readWebhook(body: Buffer, headers: Record<string, string | string[] | undefined>): Promise<ProviderEvent | null>;
  /** For events whose delivery was lost. */
  listEvents(since: Date): Promise<ProviderEvent[]>;
}
