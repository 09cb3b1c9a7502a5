import type Stripe from 'stripe';
import { isSameChoice, type PlanChoice } from '../../domain/plan-change.js';
import type { UpgradePreview, UpgradeTerms } from '../payment-provider.port.js';
import { ask, cardError, find, idOf, isCardMissing, unlessRefused } from './stripe-client.js';
import type { StripePrices } from './stripe-prices.js';
import { isUnpaid } from './stripe-reads.js';

/** More are not open at once. */
const INVOICES_READ = 100;

export class StripeChanges {
  constructor(
    private readonly client: Stripe,
    private readonly prices: StripePrices,
  ) {}

  async previewUpgrade(subscriptionId: string, wanted: PlanChoice): Promise<UpgradePreview> {
    const askedAt = Math.floor(Date.now() / 1000);
    const { items, periodStart } = await this.changedItems(subscriptionId, wanted);
    const preview = await ask(() =>
      this.client.invoices.createPreview({
        subscription: subscriptionId,
        subscription_details: { items, proration_behavior: 'always_invoice' },
      }),
    );
    const told = preview.parent?.subscription_details?.subscription_proration_date;
    return { amountCents: preview.amount_due, prorationDate: told ?? askedAt, periodStart };
  }

  async upgrade(subscriptionId: string, wanted: PlanChoice, { key, prorationDate }: UpgradeTerms): Promise<void> {
    await this.releaseSchedule(subscriptionId);
    const { items } = await this.changedItems(subscriptionId, wanted);
    try {
      await ask(() =>
        this.client.subscriptions.update(
          subscriptionId,
          {
            items,
            proration_behavior: 'always_invoice',
            payment_behavior: 'pending_if_incomplete',
            ...(prorationDate !== undefined && { proration_date: prorationDate }),
          },
          { idempotencyKey: key },
        ),
      );
    } catch (error) {
      // Nothing has changed; the reason is read with the invoice.
      if (cardError(error)) return;
      if (isCardMissing(error)) await this.voidInvoices(subscriptionId, 'subscription_update');
      throw error;
    }
  }

  async schedule(subscriptionId: string, wanted: PlanChoice): Promise<void> {
    await this.releaseSchedule(subscriptionId);
    const { price: current } = await this.itemOf(subscriptionId);
    const known = await this.prices.find(current.id);
    // Who goes on with what one has keeps its price, also a former one.
    if (known && isSameChoice(known.choice, wanted)) return;
    const price = await this.prices.idOf(wanted);
    const schedule = await ask(() => this.client.subscriptionSchedules.create({ from_subscription: subscriptionId }));
    const [running] = schedule.phases;
    if (!running) throw new Error(`The schedule ${schedule.id} has no phase`);
    await ask(() =>
      this.client.subscriptionSchedules.update(schedule.id, {
        end_behavior: 'release',
        proration_behavior: 'none',
        phases: [
          {
            items: [{ price: current.id, quantity: 1 }],
            start_date: running.start_date,
            end_date: running.end_date,
            proration_behavior: 'none',
          },
          {
            items: [{ price, quantity: 1 }],
            duration: { interval: wanted.isAnnual ? 'year' : 'month', interval_count: 1 },
            proration_behavior: 'none',
          },
        ],
      }),
    );
  }

  /** The invoice of a failed renewal stays open for the person alone: Stripe tries it no more. */
  async cancelAtPeriodEnd(subscriptionId: string): Promise<void> {
    const subscription = await this.releaseSchedule(subscriptionId);
    if (isUnpaid(subscription))
      for (const { id } of await this.openInvoices(subscriptionId)) await this.collect(id, false);
    await ask(() => this.client.subscriptions.update(subscriptionId, { cancel_at_period_end: true }));
  }

  /** Stripe leaves the invoice of a failed renewal open. It is voided last, since that would make the subscription active. */
  async cancelNow(subscriptionId: string): Promise<void> {
    await unlessRefused(() => find(() => this.client.subscriptions.cancel(subscriptionId)));
    await this.voidInvoices(subscriptionId);
  }

  /**
   * The invoice of a failed renewal is tried at once, and later as before. It is collected again before anything tells that the
   * plan is resumed, so that a call that breaks off can be repeated.
   */
  async resume(subscriptionId: string): Promise<void> {
    const subscription = await ask(() => this.client.subscriptions.retrieve(subscriptionId));
    const unpaid = isUnpaid(subscription) ? await this.openInvoices(subscriptionId) : [];
    for (const { id } of unpaid) await this.collect(id, true);
    await ask(() => this.client.subscriptions.update(subscriptionId, { cancel_at_period_end: false }));
    for (const { id } of unpaid) await unlessRefused(() => ask(() => this.client.invoices.pay(id)));
  }

  private collect(invoiceId: string, isAutomatic: boolean): Promise<void> {
    return unlessRefused(() => ask(() => this.client.invoices.update(invoiceId, { auto_advance: isAutomatic })));
  }

  private async openInvoices(subscription: string): Promise<Stripe.Invoice[]> {
    const page = await ask(() => this.client.invoices.list({ subscription, status: 'open', limit: INVOICES_READ }));
    return page.data;
  }

  private async voidInvoices(subscriptionId: string, reason?: Stripe.Invoice.BillingReason): Promise<void> {
    for (const { id, billing_reason: why } of await this.openInvoices(subscriptionId))
      if (reason === undefined || why === reason)
        await unlessRefused(() => ask(() => this.client.invoices.voidInvoice(id)));
  }

  private async itemOf(subscriptionId: string): Promise<Stripe.SubscriptionItem> {
    const { items } = await ask(() => this.client.subscriptions.retrieve(subscriptionId));
    const [item] = items.data;
    if (!item) throw new Error(`The subscription ${subscriptionId} has no item`);
    return item;
  }

  private async changedItems(subscriptionId: string, wanted: PlanChoice) {
    const [item, price] = await Promise.all([this.itemOf(subscriptionId), this.prices.idOf(wanted)]);
    return { items: [{ id: item.id, price }], periodStart: item.current_period_start };
  }

  /** While a schedule holds the subscription, nothing else can change it. */
  private async releaseSchedule(subscriptionId: string): Promise<Stripe.Subscription> {
    const subscription = await ask(() => this.client.subscriptions.retrieve(subscriptionId));
    const scheduleId = idOf(subscription.schedule);
    if (scheduleId !== null) await ask(() => this.client.subscriptionSchedules.release(scheduleId));
    return subscription;
  }
}
