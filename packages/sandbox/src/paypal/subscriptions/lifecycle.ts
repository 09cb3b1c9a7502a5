import type { Plan } from '../catalog/plan.js';
import { notFound, unprocessable } from '../http/errors.js';
import type { EventType } from '../webhooks/event-types.js';
import type { World } from '../world.js';
import { nextPayment, presentSubscription, type Subscription } from './subscription.js';

/** @throws PaypalError 404 if there is none of this id */
export function subscriptionOf({ subscriptions }: World, id: string): Subscription {
  const found = subscriptions.value.find((subscription) => subscription.id === id);
  if (!found) throw notFound();
  return found;
}

export function planOf({ plans }: World, { planId }: { planId: string }): Plan {
  const plan = plans.value.find(({ id }) => id === planId);
  if (!plan) throw notFound();
  return plan;
}

type StatusEvent = Extract<EventType, `BILLING.SUBSCRIPTION.${string}`>;

export function emitSubscription(world: World, subscription: Subscription, type: StatusEvent, at = world.now()): void {
  const resource = presentSubscription(subscription, planOf(world, subscription), world.links);
  world.events.emit({ type, resourceType: 'subscription', resource, at });
}

interface Change {
  status: Subscription['status'];
  note?: string | undefined;
  at?: number;
}

export function setStatus(world: World, subscription: Subscription, { status, note, at = world.now() }: Change): void {
  world.subscriptions.update(() => {
    Object.assign(subscription, { status, statusAt: at, updatedAt: at });
    if (note === undefined) delete subscription.statusNote;
    else subscription.statusNote = note;
  });
}

function requireStatus(subscription: Subscription, ...allowed: Subscription['status'][]): void {
  if (!allowed.includes(subscription.status)) throw unprocessable('SUBSCRIPTION_STATUS_INVALID');
}

/** After the person's consent, or by the application's call where the consent did not activate it. */
export function begin(world: World, subscription: Subscription): void {
  const now = world.now();
  const startAt = Math.max(now, subscription.startAt);
  world.subscriptions.update(() => {
    Object.assign(subscription, { startAt, anchorAt: startAt, cycles: 0 });
    subscription.firstPaymentAfter = Date.now() + world.settings.value.firstPaymentDelayMs;
  });
  setStatus(world, subscription, { status: 'ACTIVE' });
  emitSubscription(world, subscription, 'BILLING.SUBSCRIPTION.ACTIVATED');
}

/** Payments that came due while it was suspended are left out. */
export function activate(world: World, subscription: Subscription, note: string | undefined): void {
  requireStatus(subscription, 'APPROVED', 'SUSPENDED');
  if (subscription.status === 'APPROVED') {
    begin(world, subscription);
    return;
  }
  const plan = planOf(world, subscription);
  world.subscriptions.update(() => {
    let next = nextPayment(subscription, plan);
    while (next && next.at <= world.now() && subscription.cycles > 0) {
      subscription.cycles += 1;
      next = nextPayment(subscription, plan);
    }
    subscription.retries = 0;
    subscription.failedPayments = 0;
    delete subscription.retryAt;
  });
  setStatus(world, subscription, { status: 'ACTIVE', note });
  emitSubscription(world, subscription, 'BILLING.SUBSCRIPTION.RE-ACTIVATED');
}

export function suspend(world: World, subscription: Subscription, note: string, at = world.now()): void {
  requireStatus(subscription, 'ACTIVE');
  setStatus(world, subscription, { status: 'SUSPENDED', note, at });
  emitSubscription(world, subscription, 'BILLING.SUBSCRIPTION.SUSPENDED', at);
}

/** For good, at once, and without money back. */
export function cancel(world: World, subscription: Subscription, note: string): void {
  requireStatus(subscription, 'ACTIVE', 'SUSPENDED', 'APPROVED');
  world.subscriptions.update(() => {
    delete subscription.retryAt;
    delete subscription.revision;
  });
  setStatus(world, subscription, { status: 'CANCELLED', note });
  emitSubscription(world, subscription, 'BILLING.SUBSCRIPTION.CANCELLED');
}

/** The person agreed to a change of plan: the new price is taken from the next payment on, nothing before. */
export function applyRevision(world: World, subscription: Subscription): void {
  const { revision } = subscription;
  if (!revision) throw notFound();
  const next = nextPayment(subscription, planOf(world, subscription));
  world.subscriptions.update(() => {
    Object.assign(subscription, { planId: revision.planId, anchorAt: next?.at ?? world.now(), cycles: 0 });
    Object.assign(subscription, { paidCycles: 0, updatedAt: world.now() });
    delete subscription.revision;
  });
  emitSubscription(world, subscription, 'BILLING.SUBSCRIPTION.UPDATED');
}
