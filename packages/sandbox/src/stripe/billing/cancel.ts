import type { StripeAccount } from '../store/account.js';
import type { Stored } from '../store/wire.js';
import { closeInvoice } from './invoices.js';

type Subscription = Stored<'subscription'>;
type Details = NonNullable<Subscription['cancellation_details']>;

export interface Ending {
  status?: 'canceled' | 'incomplete_expired';
  reason: 'cancellation_requested' | 'payment_disputed' | 'payment_failed' | null;
  comment?: string | null | undefined;
  feedback?: Details['feedback'] | undefined;
}

export const isEnded = ({ status }: Subscription): boolean => status === 'canceled' || status === 'incomplete_expired';

/** Ends a subscription now. What it still owes is not asked for any more. */
export function endSubscription(account: StripeAccount, id: string, ending: Ending): Subscription {
  const before = account.objects.get('subscription', id);
  stopInvoices(account, before);
  cancelSchedule(account, before);
  const { status = 'canceled' } = ending;
  const ended = account.update('subscription', id, {
    status,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: status === 'canceled' ? (before.canceled_at ?? account.now()) : null,
    cancellation_details: detailsOf(before, ending),
    ended_at: account.now(),
    pending_update: null,
    schedule: null,
  });
  account.emit(status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated', ended);
  return ended;
}

export const detailsOf = ({ cancellation_details: before }: Subscription, ending: Ending): Details => ({
  comment: ending.comment === undefined ? (before?.comment ?? null) : ending.comment,
  feedback: ending.feedback === undefined ? (before?.feedback ?? null) : ending.feedback,
  feedback_option: null,
  reason: ending.reason,
});

function stopInvoices(account: StripeAccount, { id, status }: Subscription): void {
  for (const invoice of account.objects.list('invoice')) {
    if (invoice.parent?.subscription_details?.subscription !== id) continue;
    if (invoice.status === 'open' && status === 'incomplete') closeInvoice(account, invoice.id, 'void');
    else if (invoice.status === 'open' || invoice.status === 'draft') {
      const stopped = { auto_advance: false, next_payment_attempt: null, automatically_finalizes_at: null };
      account.update('invoice', invoice.id, stopped, 'invoice.updated');
    }
  }
}

function cancelSchedule(account: StripeAccount, { schedule }: Subscription): void {
  if (schedule === null) return;
  const changes = { status: 'canceled', canceled_at: account.now(), current_phase: null } as const;
  account.update('subscription_schedule', schedule, changes, 'subscription_schedule.canceled');
}
