import { invalidRequest } from '../api/errors.js';
import type { StripeAccount } from '../store/account.js';
import { newId } from '../store/ids.js';
import type { Stored } from '../store/wire.js';
import { endSubscription, isEnded } from './cancel.js';
import { changeItems } from './change.js';
import { intervalOf, isSameInterval } from './periods.js';
import type { ProrationBehavior } from './plan-change.js';
import { planOf } from './subscriptions.js';

type Schedule = Stored<'subscription_schedule'>;
export type Phase = Schedule['phases'][number];

function checkFree(subscription: Stored<'subscription'>): void {
  const param = 'from_subscription';
  if (subscription.schedule !== null) {
    throw invalidRequest('You cannot migrate a subscription that is already attached to a schedule.', { param });
  }
  if (isEnded(subscription)) {
    throw invalidRequest(`You cannot migrate a subscription in the \`${subscription.status}\` status.`, { param });
  }
}

/** A schedule whose first phase is the period that a subscription is in. @throws ApiFault 400 if it has one */
export function scheduleFrom(account: StripeAccount, subscriptionId: string): Schedule {
  const subscription = account.objects.get('subscription', subscriptionId);
  checkFree(subscription);
  const [item] = subscription.items.data;
  const start = item?.current_period_start ?? account.now();
  const end = item?.current_period_end ?? account.now();
  const items = subscription.items.data.map(({ price, quantity }) => phaseItem(price.id, quantity ?? 1));
  const id = newId('sub_sched');
  const schedule = account.create(
    'subscription_schedule',
    {
      id,
      object: 'subscription_schedule',
      application: null,
      billing_mode: subscription.billing_mode,
      canceled_at: null,
      completed_at: null,
      created: account.now(),
      current_phase: { start_date: start, end_date: end },
      customer: subscription.customer,
      customer_account: null,
      default_settings: {
        application_fee_percent: null,
        automatic_tax: { disabled_reason: null, enabled: false, liability: null },
        billing_cycle_anchor: 'automatic',
        billing_thresholds: null,
        collection_method: 'charge_automatically',
        default_payment_method: subscription.default_payment_method,
        description: null,
        invoice_settings: {
          account_tax_ids: null,
          custom_fields: null,
          days_until_due: null,
          description: null,
          footer: null,
          issuer: { type: 'self' },
        },
        on_behalf_of: null,
        transfer_data: null,
      },
      end_behavior: 'release',
      livemode: false,
      metadata: {},
      pause_schedules: [],
      phases: [buildPhase({ currency: subscription.currency, items, start, end })],
      released_at: null,
      released_subscription: null,
      status: 'active',
      subscription: subscription.id,
      test_clock: null,
    },
    'subscription_schedule.created',
  );
  account.update('subscription', subscription.id, { schedule: id }, 'customer.subscription.updated');
  return schedule;
}

export interface PhaseFields {
  currency: string;
  items: Phase['items'];
  start: number;
  end: number;
  metadata?: Record<string, string>;
  prorations?: ProrationBehavior | undefined;
}

export const buildPhase = ({ currency, items, start, end, metadata = {}, prorations }: PhaseFields): Phase => ({
  add_invoice_items: [],
  application_fee_percent: null,
  billing_cycle_anchor: null,
  billing_thresholds: null,
  collection_method: null,
  currency,
  default_payment_method: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  end_date: end,
  invoice_settings: null,
  items,
  metadata,
  on_behalf_of: null,
  proration_behavior: prorations ?? 'create_prorations',
  start_date: start,
  transfer_data: null,
  trial_end: null,
});

export const phaseItem = (price: string, quantity: number): Phase['items'][number] => ({
  billing_thresholds: null,
  discounts: [],
  metadata: {},
  plan: price,
  price,
  quantity,
  tax_rates: [],
});

/** When the phase that a schedule is in ends; null once it has ended itself. */
export function nextPhaseAt(account: StripeAccount, id: string): number | null {
  const schedule = account.objects.get('subscription_schedule', id);
  return schedule.status === 'active' ? (schedule.current_phase?.end_date ?? null) : null;
}

/** Ends the current phase: the next one begins, or the schedule lets go. */
export function enterPhase(account: StripeAccount, id: string): void {
  const schedule = account.objects.get('subscription_schedule', id);
  const next = schedule.phases.find(({ start_date: start }) => start === schedule.current_phase?.end_date);
  if (!next) {
    if (schedule.end_behavior === 'cancel') {
      endSubscription(account, schedule.subscription ?? '', { reason: 'cancellation_requested' });
    } else releaseSchedule(account, id);
    return;
  }
  applyPhase(account, schedule.subscription ?? '', next);
  const changes = { current_phase: { start_date: next.start_date, end_date: next.end_date } };
  account.update('subscription_schedule', id, changes, 'subscription_schedule.updated');
}

function applyPhase(account: StripeAccount, subscriptionId: string, phase: Phase): void {
  const subscription = account.objects.get('subscription', subscriptionId);
  const [item] = subscription.items.data;
  const [wanted] = phase.items;
  if (!item || !wanted) return;
  const price = account.objects.get('price', wanted.price);
  if (item.current_period_end !== account.now()) {
    const change = { items: [{ id: item.id, price, quantity: wanted.quantity }], prorations: phase.proration_behavior };
    const prorations = change.prorations as ProrationBehavior;
    changeItems(account, subscriptionId, { ...change, prorations }, { isOffSession: true });
    return;
  }
  // At the end of a period nothing is left to prorate: the renewal bills the new price.
  const isSame = isSameInterval(intervalOf(item.price), intervalOf(price));
  const changed = { ...item, price, plan: planOf(price), quantity: wanted.quantity ?? 1 };
  const changes = {
    items: { ...subscription.items, data: [changed, ...subscription.items.data.slice(1)] },
    ...(!isSame && { billing_cycle_anchor: account.now() }),
  };
  account.update('subscription', subscriptionId, changes, 'customer.subscription.updated');
}

/** The subscription goes on without the schedule. */
export function releaseSchedule(account: StripeAccount, id: string): Schedule {
  const { subscription } = account.objects.get('subscription_schedule', id);
  if (subscription !== null) {
    account.update('subscription', subscription, { schedule: null }, 'customer.subscription.updated');
  }
  const changes = {
    status: 'released',
    released_at: account.now(),
    released_subscription: subscription,
    subscription: null,
    current_phase: null,
  } as const;
  return account.update('subscription_schedule', id, changes, 'subscription_schedule.released');
}
