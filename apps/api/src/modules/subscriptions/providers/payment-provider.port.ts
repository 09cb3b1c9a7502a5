import type { PaidPlan, PaymentFailureReason, PaymentMethod, PaymentProviderId } from '@app/contracts';
import type { Readable } from 'node:stream';
import type { PlanChoice } from '../domain/plan-change.js';
import type { ProviderStatus } from '../domain/subscription-access.js';

export interface BillingPerson {
  userId: string;
  email: string | null;
  name: string;
}

export interface CheckoutOrder extends PlanChoice {
  /** Of our payment; every call for it carries a key made of it, so that a repeated call has one effect. */
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
  expiresAt: Date | null;
}

export interface CheckoutSnapshot {
  sessionId: string;
  purpose: 'subscription' | 'card';
  state: 'open' | 'complete' | 'expired';
  /** What we wrote on it when it was made. */
  userId: string | null;
  paymentId: string | null;
  subscriptionId: string | null;
  /** Of the last attempt that failed. */
  failureReason: PaymentFailureReason | null;
  /** The card that was added, once it is. */
  methodId?: string | null;
}

export interface ProviderPayment {
  id: string;
  state: 'open' | 'paid' | 'failed';
  failureReason: PaymentFailureReason | null;
  /** Null: a part, and the provider does not say any more how much. */
  refundedCents: number | null;
  isDisputed: boolean;
}

export interface InvoiceSnapshot {
  id: string;
  number: string | null;
  /** `upgrade`: holds nothing but what a change within the period costs. */
  reason: 'start' | 'renewal' | 'upgrade';
  status: 'open' | 'paid' | 'void' | 'uncollectible';
  plan: PaidPlan;
  isAnnual: boolean;
  /** Paid, or due while it is open. */
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
  /** What we wrote on it when it was made. */
  userId: string | null;
  paymentId: string | null;
  status: ProviderStatus;
  anchoredAt: Date;
  periodStart: Date;
  periodEnd: Date;
  cancelAtPeriodEnd: boolean;
  canceledAt: Date | null;
  /** What follows at the end of the period. */
  pending: PlanChoice | null;
  /** Left to us: `end` it at the provider now; `nothing` can be ended there, though the paid period goes on. */
  toDo?: 'end' | 'nothing';
  /** The newest, oldest first. Those of other currencies, without payment or of unknown prices are left out. */
  invoices: InvoiceSnapshot[];
}

/** What an event is about. Its own contents are never believed: the object is read again. */
export type EventSubject =
  | { kind: 'subscription'; id: string }
  | { kind: 'checkout'; id: string }
  | { kind: 'payment'; id: string }
  | { kind: 'none' };

export interface ProviderEvent {
  id: string;
  type: string;
  subject: EventSubject;
  /** As it came, for looking into later. */
  body: object;
}

export interface UpgradePreview {
  amountCents: number;
  prorationDate: number;
}

/** Where the provider's page returns to. */
export interface ReturnAddresses {
  successUrl: string;
  cancelUrl: string;
  locale: 'en' | 'zh';
}

/** A PDF. */
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
 * A service that takes money. Adapters answer neutral shapes. They throw `PAYMENT_UNAVAILABLE` when the service does not
 * answer, and answer null for what it does not have.
 */
export interface PaymentProvider {
  readonly id: PaymentProviderId;
  /** Upgrades are charged at once. Otherwise every change waits for the end of the period and for consent. */
  readonly upgradesAtOnce: boolean;
  /** Creates what it lacks: plans, prices, and the webhook where its API registers one. Answers their names. */
  preparePrices(): Promise<string[]>;
  createCustomer(person: BillingPerson): Promise<string>;
  removeCustomer(customerId: string): Promise<void>;

  startCheckout(order: CheckoutOrder): Promise<StartedCheckout>;
  readCheckout(sessionId: string): Promise<CheckoutSnapshot | null>;
  /** False when the provider cannot close the page, so that it may still be paid. */
  expireCheckout(sessionId: string): Promise<boolean>;

  /** Charges a saved method; answers the subscription's id, whatever became of the charge. Null: not a method of the customer. */
  createSubscription(order: CardOrder): Promise<string | null>;
  /** `now`: the time of billing. With the invoice of `providerPaymentId`, however old it is. */
  readSubscription(subscriptionId: string, now: Date, providerPaymentId?: string): Promise<SubscriptionSnapshot | null>;
  /** The subscription that a payment of the provider was for. */
  findSubscriptionOfPayment(providerPaymentId: string): Promise<string | null>;
  previewUpgrade(subscriptionId: string, wanted: PlanChoice, prorationDate?: number): Promise<UpgradePreview>;
  /** Charged now; nothing changes unless the charge succeeds. */
  upgrade(subscriptionId: string, wanted: PlanChoice, how: UpgradeTerms): Promise<void>;
  /**
   * From the end of the period on; what the subscription has already removes what was scheduled. Answers the page on which
   * it must be agreed to first, if the provider asks for that.
   */
  scheduleChange(subscriptionId: string, wanted: PlanChoice, returns: ReturnAddresses): Promise<string | null>;
  cancelAtPeriodEnd(subscriptionId: string): Promise<void>;
  cancelNow(subscriptionId: string): Promise<void>;
  /** Throws `NOT_SUPPORTED_BY_PROVIDER` where a cancellation is final. */
  resume(subscriptionId: string): Promise<void>;
  /** False when it cannot be refunded, e.g. since it is disputed. */
  refund(providerPaymentId: string, key: string): Promise<boolean>;

  listMethods(customerId: string): Promise<PaymentMethod[]>;
  /** Null: unknown, or somebody else's. Throws `PAYMENT_METHOD_REFUSED`. */
  addMethod(customerId: string, methodId: string): Promise<PaymentMethod | null>;
  removeMethod(customerId: string, methodId: string): Promise<boolean>;
  /** From now on charged, and tried at once where a renewal is unpaid. Null: not a method of the customer. */
  setDefaultMethod(customerId: string, methodId: string): Promise<PaymentMethod | null>;
  /** A page of the provider on which a card is added. */
  startCardSession(order: {
    customerId: string;
    userId: string;
    successUrl: string;
    cancelUrl: string;
    locale: 'en' | 'zh';
  }): Promise<StartedCheckout>;
  readInvoiceFile(invoiceId: string): Promise<InvoiceFile | null>;

  /** Throws `WEBHOOK_SIGNATURE_INVALID`. Null for an event of another mode or account. */
  readWebhook(body: Buffer, headers: Record<string, string | string[] | undefined>): Promise<ProviderEvent | null>;
  /** Events since a time, for those whose delivery was lost. */
  listEvents(since: Date): Promise<ProviderEvent[]>;
}
