import type Stripe from 'stripe';
import { failureReason } from '../../domain/failure-reason.js';
import { PROVIDER_STATUSES, type ProviderStatus } from '../../domain/subscription-access.js';
import type { CheckoutSnapshot, SubscriptionSnapshot } from '../payment-provider.port.js';
import { ask, dateOf, find, idOf } from './stripe-client.js';
import type { StripeInvoices } from './stripe-invoices.js';
import type { KnownPrice, StripePrices } from './stripe-prices.js';

/** `unpaid`: it is not tried any more. The grace is the same. */
export const isUnpaid = ({ status }: { status: string }): boolean => status === 'past_due' || status === 'unpaid';

const statusOf = ({ status }: Stripe.Subscription): ProviderStatus =>
  isUnpaid({ status }) ? 'past_due' : (PROVIDER_STATUSES.find((known) => known === status) ?? 'unknown');

export class StripeReads {
  constructor(
    private readonly client: Stripe,
    private readonly prices: StripePrices,
    private readonly invoices: StripeInvoices,
  ) {}

  async subscription(id: string, paymentId?: string): Promise<SubscriptionSnapshot | null> {
    const found = await find(() => this.client.subscriptions.retrieve(id));
    const item = found?.items.data[0];
    if (!found || !item) return null;
    const price = await this.prices.find(item.price.id);
    if (!price) return null;
    const [pending, invoices] = await Promise.all([this.pending(found), this.invoices.ofSubscription(id, paymentId)]);
    return {
      id,
      customerId: idOf(found.customer) ?? '',
      userId: found.metadata.user_id ?? null,
      paymentId: found.metadata.payment_id ?? null,
      status: statusOf(found),
      ...price.choice,
      anchoredAt: dateOf(found.billing_cycle_anchor),
      periodStart: dateOf(item.current_period_start),
      periodEnd: dateOf(item.current_period_end),
      cancelAtPeriodEnd: found.cancel_at_period_end || found.cancel_at !== null,
      canceledAt: found.canceled_at === null ? null : dateOf(found.canceled_at),
      endedAt: found.ended_at === null ? null : dateOf(found.ended_at),
      billing: found.ended_at === null ? 'running' : 'stopped',
      pending: pending?.choice ?? null,
      nextAmountCents: (pending ?? price).cents,
      invoices,
    };
  }

  /** What the schedule says of the time after the running phase. */
  private async pending(subscription: Stripe.Subscription): Promise<KnownPrice | null> {
    const scheduleId = idOf(subscription.schedule);
    if (scheduleId === null) return null;
    const schedule = await ask(() => this.client.subscriptionSchedules.retrieve(scheduleId));
    const end = schedule.current_phase?.end_date;
    const next = schedule.phases.find((phase) => end !== undefined && phase.start_date >= end);
    const priceId = idOf(next?.items[0]?.price);
    return priceId === null ? null : this.prices.find(priceId);
  }

  async checkout(sessionId: string): Promise<CheckoutSnapshot | null> {
    const session = await find(() => this.client.checkout.sessions.retrieve(sessionId, { expand: ['setup_intent'] }));
    if (!session || (session.mode !== 'subscription' && session.mode !== 'setup')) return null;
    const state = (['complete', 'expired'] as const).find((known) => known === session.status) ?? 'open';
    return {
      sessionId,
      purpose: session.mode === 'setup' ? 'card' : 'subscription',
      state,
      userId: session.client_reference_id,
      paymentId: session.metadata?.payment_id ?? null,
      subscriptionId: idOf(session.subscription),
      failureReason: state === 'complete' ? null : await this.lastFailure(session),
      methodId: state === 'complete' ? addedMethod(session) : null,
    };
  }

  /** A declined card leaves the session open; only the customer's last attempt tells why. */
  private async lastFailure(session: Stripe.Checkout.Session) {
    const customer = idOf(session.customer);
    if (customer === null) return null;
    const page = await ask(() =>
      this.client.paymentIntents.list({ customer, created: { gte: session.created }, limit: 5 }),
    );
    const error = page.data.find(({ last_payment_error: failed }) => failed)?.last_payment_error;
    return error ? failureReason(error.decline_code, error.code) : null;
  }
}

const addedMethod = ({ setup_intent: intent }: Stripe.Checkout.Session): string | null =>
  typeof intent === 'object' ? idOf(intent?.payment_method) : null;
