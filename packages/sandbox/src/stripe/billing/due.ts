import { expireSession } from '../checkout/pay.js';
import { failRefund, settleRefund } from '../payments/refunds.js';
import type { StripeAccount } from '../store/account.js';
import { endSubscription, isEnded } from './cancel.js';
import { dropPendingUpdate } from './change.js';
import { createInvoice } from './invoices.js';
import { periodCharge } from './lines.js';
import { intervalOf, periodEndAfter } from './periods.js';
import { enterPhase, nextPhaseAt } from './schedules.js';
import { payInvoice } from './settlement.js';

/** Something that the service does by itself at a time. */
interface DueWork {
  at: number;
  run: () => void;
}

const INCOMPLETE_SECONDS = 23 * 3600;
const REFUND_SECONDS = 86_400;
const FAILING_REFUND_SECONDS = 60;
/** More steps than this are a mistake of ours, not a long time. */
const MAX_STEPS = 200_000;

/** Does everything that has become due, in the order in which it would have happened. */
export function catchUp(account: StripeAccount): void {
  const until = account.clockTime();
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const next = earliest(account, until);
    if (!next) return;
    account.asOf(next.at, next.run);
  }
  throw new Error('The work that is due does not end');
}

function earliest(account: StripeAccount, until: number): DueWork | undefined {
  let first: DueWork | undefined;
  for (const work of dueWork(account)) {
    if (work.at <= until && (!first || work.at < first.at)) first = work;
  }
  return first;
}

function* dueWork(account: StripeAccount): Generator<DueWork> {
  yield* dueSubscriptions(account);
  for (const { id, status, next_payment_attempt: retryAt, automatically_finalizes_at: finalAt } of account.objects.list(
    'invoice',
  )) {
    const pay = () => payInvoice(account, id, { isOffSession: true, isAutomatic: true });
    if (status === 'draft' && finalAt != null) yield { at: finalAt, run: pay };
    if (status === 'open' && retryAt !== null) yield { at: retryAt, run: pay };
  }
  for (const { id, status, expires_at: at } of account.objects.list('checkout.session')) {
    if (status === 'open') yield { at, run: () => expireSession(account, id) };
  }
  for (const { id, status, created, payment_method: method } of account.objects.list('refund')) {
    if (status === 'pending') yield { at: created + REFUND_SECONDS, run: () => settleRefund(account, id) };
    if (status === 'succeeded' && account.objects.find('card_behaviour', method)?.outcome === 'refund_fails')
      yield { at: created + FAILING_REFUND_SECONDS, run: () => failRefund(account, id) };
  }
}

function* dueSubscriptions(account: StripeAccount): Generator<DueWork> {
  for (const subscription of account.objects.list('subscription')) {
    const { id, status, created, cancel_at: endsAt, pending_update: pending, schedule } = subscription;
    if (isEnded(subscription)) continue;
    if (status === 'incomplete') {
      const ending = { status: 'incomplete_expired', reason: null } as const;
      yield { at: created + INCOMPLETE_SECONDS, run: () => endSubscription(account, id, ending) };
      continue;
    }
    if (pending) yield { at: pending.expires_at, run: () => dropPendingUpdate(account, id) };
    const ending = { reason: 'cancellation_requested' } as const;
    if (endsAt !== null) yield { at: endsAt, run: () => endSubscription(account, id, ending) };
    // Before the renewal of the same moment, which bills what the phase holds.
    const phaseAt = schedule === null ? null : nextPhaseAt(account, schedule);
    if (schedule !== null && phaseAt !== null) yield { at: phaseAt, run: () => enterPhase(account, schedule) };
    const end = subscription.items.data[0]?.current_period_end;
    if (end !== undefined) yield { at: end, run: () => renew(account, id) };
  }
}

/** Starts the next period: a draft that is charged about an hour later. */
function renew(account: StripeAccount, id: string): void {
  const before = account.objects.get('subscription', id);
  const items = before.items.data.map((item) => ({
    ...item,
    current_period_start: item.current_period_end,
    current_period_end: periodEndAfter(before.billing_cycle_anchor, item.current_period_end, intervalOf(item.price)),
  }));
  const subscription = account.update(
    'subscription',
    id,
    { items: { ...before.items, data: items } },
    'customer.subscription.updated',
  );
  const [ended] = before.items.data;
  const invoice = createInvoice(account, {
    subscription,
    reason: 'subscription_cycle',
    charges: items.map((item) => periodCharge(account, item, id)),
    ...(ended && { period: { start: ended.current_period_start, end: ended.current_period_end } }),
  });
  if (subscription.status === 'unpaid') {
    account.update('invoice', invoice.id, { auto_advance: false, automatically_finalizes_at: null });
  }
}
