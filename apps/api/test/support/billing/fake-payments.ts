import { priceCents, type PaymentMethod, type PaymentProviderId } from '@app/contracts';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { addMonths } from '../../../src/modules/subscriptions/domain/grant-months.js';
import { isSameChoice, type PlanChoice } from '../../../src/modules/subscriptions/domain/plan-change.js';
import type {
  CardOrder,
  CheckoutOrder,
  CheckoutSnapshot,
  InvoiceSnapshot,
  PaymentProvider,
  ProviderEvent,
  StartedCheckout,
  SubscriptionSnapshot,
  UpgradePreview,
  UpgradeTerms,
} from '../../../src/modules/subscriptions/providers/payment-provider.port.js';
import { PaymentProviders } from '../../../src/modules/subscriptions/providers/payment-providers.js';
import { AppError } from '../../../src/platform/errors/app-error.js';

type Invoice = InvoiceSnapshot & { payment: NonNullable<InvoiceSnapshot['payment']> };

/** A payment provider in memory, for what must be decided to the moment: whose answers come late, and which changes when. */
export class FakePayments implements PaymentProvider {
  readonly upgradesAtOnce = true;
  readonly subscriptions = new Map<string, SubscriptionSnapshot & { invoices: Invoice[] }>();
  readonly checkouts = new Map<string, CheckoutSnapshot & { order: CheckoutOrder }>();
  readonly refunds = new Map<string, string>();
  readonly cancelled: string[] = [];
  readonly events: ProviderEvent[] = [];
  /** Subscriptions of which no upgrade is made; asking for one drops their planned change, as at Stripe. */
  readonly withoutUpgrades = new Set<string>();
  /** Subscriptions of which the next change at the end of the period, or cancellation, breaks off once it has dropped the planned one. */
  readonly breakingOff = new Set<string>();
  isDown = false;
  /** Called while a subscription is read, after its state was looked at. */
  onRead: (id: string) => Promise<void> = () => Promise.resolve();
  /** What was done under a key: the same call again has no second effect. */
  private readonly done = new Map<string, string>();
  private count = 0;

  constructor(readonly id: PaymentProviderId = 'stripe') {}

  /** Makes the application use it. */
  install(app: NestFastifyApplication): void {
    app.get(PaymentProviders, { strict: false }).byId.set(this.id, this);
  }

  /** A subscription with its first invoice, paid unless said. */
  subscribe(
    person: { userId: string; customerId: string; paymentId?: string },
    choice: PlanChoice,
    { at = new Date(), paid = true } = {},
  ): SubscriptionSnapshot & { invoices: Invoice[] } {
    const id = `sub_${randomUUID()}`;
    const subscription = {
      id,
      paymentId: null,
      ...person,
      ...choice,
      status: paid ? ('active' as const) : ('incomplete' as const),
      anchoredAt: at,
      periodStart: at,
      periodEnd: addMonths(at, choice.isAnnual ? 12 : 1),
      cancelAtPeriodEnd: false,
      canceledAt: null,
      endedAt: null,
      billing: 'running' as const,
      pending: null,
      nextAmountCents: priceCents(choice.plan, choice.isAnnual),
      invoices: [],
    };
    this.subscriptions.set(id, subscription);
    this.bill(id, { reason: 'start', paid, at });
    return this.find(id);
  }

  /** Adds an invoice of the running period. */
  bill(
    id: string,
    { reason, paid = true, at }: { reason: InvoiceSnapshot['reason']; paid?: boolean; at: Date },
  ): Invoice {
    const subscription = this.find(id);
    const { plan, isAnnual, periodStart, periodEnd } = subscription;
    this.count += 1;
    const invoice: Invoice = {
      id: `in_${randomUUID()}`,
      number: `T-${this.count}`,
      reason,
      status: paid ? 'paid' : 'open',
      plan,
      isAnnual,
      amountCents: priceCents(plan, isAnnual),
      periodStart: reason === 'upgrade' ? at : periodStart,
      periodEnd,
      createdAt: at,
      paidAt: paid ? at : null,
      hostedUrl: 'https://pay.example/invoice',
      payment: {
        id: `pi_${randomUUID()}`,
        state: paid ? 'paid' : 'failed',
        failureReason: paid ? null : 'insufficient_funds',
        refundedCents: 0,
        isDisputed: false,
      },
    };
    subscription.invoices.push(invoice);
    return invoice;
  }

  /** Begins the next period, `paid` or with a card that failed. */
  renew(id: string, { paid = true } = {}): Invoice {
    const subscription = this.find(id);
    const months = subscription.isAnnual ? 12 : 1;
    const passed = calendarMonths(subscription.anchoredAt, subscription.periodEnd);
    subscription.periodStart = subscription.periodEnd;
    subscription.periodEnd = addMonths(subscription.anchoredAt, passed + months);
    subscription.status = paid ? 'active' : 'past_due';
    if (subscription.pending) Object.assign(subscription, subscription.pending, { pending: null });
    return this.bill(id, { reason: 'renewal', paid, at: new Date(subscription.periodStart.getTime() + 3_600_000) });
  }

  /** Somebody pays the last invoice of a subscription that has ended, as if it had not been voided yet. */
  payLate(id: string): void {
    const { invoices, endedAt } = this.find(id);
    const last = invoices.at(-1);
    Object.assign(last ?? {}, { status: 'paid', paidAt: endedAt });
    Object.assign(last?.payment ?? {}, { state: 'paid', failureReason: null });
  }

  find(id: string): SubscriptionSnapshot & { invoices: Invoice[] } {
    const subscription = this.subscriptions.get(id);
    if (!subscription) throw new Error(`no subscription ${id}`);
    return subscription;
  }

  private once(key: string, work: () => string): string {
    const known = this.done.get(key) ?? work();
    this.done.set(key, known);
    return known;
  }

  private dropPlanned(id: string): void {
    this.find(id).pending = null;
    if (this.breakingOff.delete(id)) throw new AppError('PAYMENT_UNAVAILABLE');
  }

  private async answer<T>(work: () => T): Promise<T> {
    await Promise.resolve();
    if (this.isDown) throw new AppError('PAYMENT_UNAVAILABLE');
    return work();
  }

  preparePrices = (): Promise<string[]> => this.answer(() => []);
  createCustomer = ({ userId }: { userId: string }): Promise<string> => this.answer(() => `cus_${userId}`);
  hasCustomer = (): Promise<boolean> => this.answer(() => true);
  removeCustomer = (): Promise<void> => this.answer(() => undefined);

  startCheckout = (order: CheckoutOrder): Promise<StartedCheckout> =>
    this.answer(() => {
      const sessionId = `cs_${order.paymentId}`;
      if (!this.checkouts.has(sessionId))
        this.checkouts.set(sessionId, {
          sessionId,
          purpose: 'subscription',
          state: 'open',
          userId: order.userId,
          paymentId: order.paymentId,
          subscriptionId: null,
          failureReason: null,
          order,
        });
      return { sessionId, url: `https://pay.example/${sessionId}` };
    });

  /** Somebody pays on the page of the provider. */
  pay(sessionId: string, at = new Date()): SubscriptionSnapshot {
    const checkout = this.checkouts.get(sessionId);
    if (!checkout) throw new Error(`no session ${sessionId}`);
    const subscription = this.subscribe(checkout.order, checkout.order, { at });
    Object.assign(checkout, { state: 'complete', subscriptionId: subscription.id });
    return subscription;
  }

  readCheckout = (sessionId: string): Promise<CheckoutSnapshot | null> =>
    this.answer(() => this.checkouts.get(sessionId) ?? null);
  expireCheckout = (sessionId: string): Promise<boolean> =>
    this.answer(() => {
      const checkout = this.checkouts.get(sessionId);
      if (checkout?.state === 'open') checkout.state = 'expired';
      return true;
    });

  createSubscription = (order: CardOrder): Promise<string | null> =>
    this.answer(() => this.once(`create:${order.paymentId}`, () => this.subscribe(order, order).id));

  async readSubscription(id: string): Promise<SubscriptionSnapshot | null> {
    const seen = await this.answer(() => structuredClone(this.subscriptions.get(id) ?? null));
    await this.onRead(id);
    return seen;
  }

  findSubscriptionOfPayment = (paymentId: string): Promise<string | null> =>
    this.answer(
      () =>
        [...this.subscriptions.values()].find(({ invoices }) =>
          invoices.some(({ payment }) => payment?.id === paymentId),
        )?.id ?? null,
    );
  previewUpgrade = (id: string): Promise<UpgradePreview> =>
    this.answer(() => ({
      amountCents: 1000,
      prorationDate: Math.floor(Date.now() / 1000),
      periodStart: Math.floor(this.find(id).periodStart.getTime() / 1000),
    }));
  upgrade = (id: string, wanted: PlanChoice, { key }: UpgradeTerms): Promise<void> =>
    this.answer(() => {
      this.find(id).pending = null;
      if (this.withoutUpgrades.has(id)) throw new AppError('PAYMENT_UNAVAILABLE');
      this.once(key, () => {
        Object.assign(this.find(id), wanted);
        return this.bill(id, { reason: 'upgrade', at: new Date() }).id;
      });
    });
  scheduleChange = (id: string, wanted: PlanChoice): Promise<null> =>
    this.answer(() => {
      this.dropPlanned(id);
      const subscription = this.find(id);
      if (!isSameChoice(subscription, wanted)) subscription.pending = { plan: wanted.plan, isAnnual: wanted.isAnnual };
      return null;
    });
  cancelAtPeriodEnd = (id: string): Promise<void> =>
    this.answer(() => {
      this.dropPlanned(id);
      Object.assign(this.find(id), { cancelAtPeriodEnd: true, canceledAt: new Date() });
    });
  cancelNow = (id: string): Promise<void> =>
    this.answer(() => {
      this.cancelled.push(id);
      const subscription = this.find(id);
      const endedAt = subscription.endedAt ?? new Date();
      Object.assign(subscription, { status: 'canceled', canceledAt: endedAt, endedAt, billing: 'stopped' });
      for (const invoice of subscription.invoices) if (invoice.status === 'open') invoice.status = 'void';
    });
  resume = (id: string): Promise<void> =>
    this.answer(() => {
      Object.assign(this.find(id), { cancelAtPeriodEnd: false, canceledAt: null });
    });
  refund = (paymentId: string, key: string): Promise<boolean> =>
    this.answer(() => {
      for (const { invoices } of this.subscriptions.values())
        for (const { payment, amountCents } of invoices)
          if (payment.id === paymentId) payment.refundedCents = amountCents;
      this.refunds.set(key, paymentId);
      return true;
    });

  listMethods = (): Promise<PaymentMethod[]> => this.answer(() => []);
  addMethod = (): Promise<PaymentMethod | null> => this.answer(() => null);
  removeMethod = (): Promise<boolean> => this.answer(() => false);
  setDefaultMethod = (): Promise<PaymentMethod | null> => this.answer(() => null);
  startCardSession = (): Promise<StartedCheckout> =>
    this.answer(() => ({ sessionId: 'cs_card', url: 'https://pay.example/card' }));
  readInvoiceFile = () => this.answer(() => ({ content: Readable.from('%PDF'), bytes: 4 }));
  /** Its bodies are events as they are. */
  readWebhook = (body: Buffer): Promise<ProviderEvent | null> =>
    this.answer(() => JSON.parse(body.toString()) as ProviderEvent);
  listEvents = (): Promise<ProviderEvent[]> => this.answer(() => this.events);
}

const calendarMonths = (from: Date, to: Date): number =>
  (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
