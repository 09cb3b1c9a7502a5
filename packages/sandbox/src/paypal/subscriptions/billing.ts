import { declineOf } from '../funding.js';
import { newId } from '../ids.js';
import type { Amount } from '../money.js';
import { presentCapture, presentSale, type Payment } from '../payments/payment.js';
import type { World } from '../world.js';
import { emitSubscription, planOf, setStatus, suspend } from './lifecycle.js';
import { nextPayment, type Subscription } from './subscription.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A renewal is not taken at the moment it is due. */
export const RENEWAL_DELAY_MS = HOUR_MS;
export const RETRY_AFTER_MS = 5 * DAY_MS;
const MAX_RETRIES = 2;

/** Does everything that has come due by the sandbox's time, the earliest first, each at its own time. */
export function runDueBilling(world: World): void {
  completePending(world);
  const due = world.subscriptions.value
    .map((subscription) => ({ subscription, at: attemptAt(world, subscription) }))
    .filter(({ at }) => at <= world.now());
  for (let first = earliest(due); first && first.at <= world.now(); first = earliest(due)) {
    bill(world, first.subscription, first.at);
    first.at = attemptAt(world, first.subscription);
  }
}

interface Attempt {
  subscription: Subscription;
  at: number;
}

function earliest(attempts: Attempt[]): Attempt | undefined {
  let first = attempts[0];
  for (const attempt of attempts) if (first && attempt.at < first.at) first = attempt;
  return first;
}

/** When the next attempt to take money is made; `Infinity`: never, or not yet known. */
function attemptAt(world: World, subscription: Subscription): number {
  if (subscription.status !== 'ACTIVE') return Infinity;
  if (subscription.retryAt !== undefined) return subscription.retryAt;
  const next = nextPayment(subscription, planOf(world, subscription));
  if (subscription.firstPaymentAfter !== undefined) {
    return next && Date.now() >= subscription.firstPaymentAfter ? next.at : Infinity;
  }
  return next ? next.at + RENEWAL_DELAY_MS : Infinity;
}

function bill(world: World, subscription: Subscription, at: number): void {
  const isRetry = subscription.retryAt !== undefined;
  const isFirst = subscription.firstPaymentAfter !== undefined;
  const plan = planOf(world, subscription);
  const next = isRetry ? undefined : nextPayment(subscription, plan);
  const price: Amount = next ? next.cycle.price : { ...subscription.outstanding, cents: 0 };
  const due: Amount = {
    ...price,
    cents: price.cents + (plan.autoBill || isRetry ? subscription.outstanding.cents : 0),
  };
  world.subscriptions.update(() => {
    delete subscription.retryAt;
    delete subscription.firstPaymentAfter;
    if (next) subscription.cycles += 1;
  });
  const decline = due.cents > 0 ? declineOf(subscription.funding, !isFirst) : undefined;
  if (decline) failPayment(world, subscription, { amount: due, at, reason: decline.reason, isRetry });
  else if (due.cents > 0) takePayment(world, subscription, due, at);
  else countCycle(world, subscription);
  if (subscription.status === 'ACTIVE' && subscription.retryAt === undefined && !nextPayment(subscription, plan)) {
    setStatus(world, subscription, { status: 'EXPIRED', at });
    emitSubscription(world, subscription, 'BILLING.SUBSCRIPTION.EXPIRED', at);
  }
}

const countCycle = (world: World, subscription: Subscription): void =>
  world.subscriptions.update(() => {
    subscription.paidCycles += 1;
  });

/** Records a payment that was made, and what follows from it for the subscription. */
export function takePayment(world: World, subscription: Subscription, amount: Amount, at: number): Payment {
  const payment = recordPayment(world, subscription, { amount, at, status: 'COMPLETED' });
  world.subscriptions.update(() => {
    subscription.lastPayment = { amount, at };
    subscription.updatedAt = at;
    subscription.paidCycles += 1;
    subscription.failedPayments = 0;
    subscription.retries = 0;
    subscription.outstanding = { ...subscription.outstanding, cents: 0 };
    delete subscription.lastFailure;
  });
  world.events.emit({
    type: 'PAYMENT.SALE.COMPLETED',
    resourceType: 'sale',
    resource: presentSale(payment, world.links),
    at,
  });
  return payment;
}

interface Failure {
  amount: Amount;
  at: number;
  reason: NonNullable<Subscription['lastFailure']>['reason'];
  isRetry: boolean;
}

/** Two more attempts are made, five days apart; then the amount stays outstanding until the next payment. */
function failPayment(world: World, subscription: Subscription, { amount, at, reason, isRetry }: Failure): void {
  recordPayment(world, subscription, { amount, at, status: 'DECLINED' });
  const { failureThreshold } = planOf(world, subscription);
  world.subscriptions.update(() => {
    subscription.lastFailure = { amount, at, reason };
    subscription.updatedAt = at;
    subscription.failedPayments += 1;
    subscription.retries = isRetry ? subscription.retries + 1 : 0;
    subscription.outstanding = amount;
    if (subscription.retries < MAX_RETRIES) subscription.retryAt = at + RETRY_AFTER_MS;
  });
  emitSubscription(world, subscription, 'BILLING.SUBSCRIPTION.PAYMENT.FAILED', at);
  if (failureThreshold > 0 && subscription.failedPayments >= failureThreshold) {
    suspend(world, subscription, 'Maximum number of failed payments reached', at);
  }
}

function recordPayment(
  { payments }: World,
  { id, payer, customId }: Subscription,
  { amount, at, status }: Pick<Payment, 'amount' | 'at' | 'status'>,
): Payment {
  if (!payer) throw new Error(`The subscription ${id} was billed before it was approved`);
  const payment: Payment = {
    id: newId.resource(),
    kind: 'sale',
    parentId: id,
    amount,
    status,
    refundedCents: 0,
    isReversed: false,
    payer,
    ...(customId !== undefined && { customId }),
    at,
    updatedAt: at,
  };
  payments.update((all) => all.push(payment));
  return payment;
}

/** Bank transfers that have cleared. */
function completePending({ payments, events, links, now }: World): void {
  for (const payment of payments.value) {
    const { completesAt } = payment;
    if (payment.status !== 'PENDING' || completesAt === undefined || completesAt > now()) continue;
    payments.update(() => Object.assign(payment, { status: 'COMPLETED', updatedAt: completesAt }));
    events.emit({
      type: 'PAYMENT.CAPTURE.COMPLETED',
      resourceType: 'capture',
      resource: presentCapture(payment, links),
      at: completesAt,
    });
  }
}
