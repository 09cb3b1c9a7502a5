import type { Mutant } from '../mutant.js';

/** Guards of payments: money has one effect, for the person who paid, in the right amount. */
export const PAYMENT_MUTANTS: readonly Mutant[] = [
  {
    name: 'a subscription goes to the customer whatever we wrote on it',
    guard: 'customer and metadata name the same account',
    edits: [
      {
        in: 'ApplySnapshot.ownerOf',
        replace: 'customer?.userId === userId ? userId : null',
        by: 'customer?.userId ?? null',
      },
    ],
    test: 'sync-subscription.db.spec.ts',
    title: 'of a customer that is not ours',
  },
  {
    name: 'an older read overwrites a newer one',
    guard: 'number of the read',
    edits: [{ in: 'ApplySnapshot.run', replace: 'before.readNumber > readNumber', by: 'before.readNumber < 0' }],
    test: 'sync-subscription.db.spec.ts',
    title: 'of two reads that overlap',
  },
  {
    name: 'payments of one account are applied side by side',
    guard: 'account lock of a payment',
    edits: [{ in: 'ApplySnapshot.run', remove: 'await this.ledger.lock(tx, userId)' }],
    test: 'sync-subscription.db.spec.ts',
    title: 'once however often it is read',
    symptom: 'duplicate key',
  },
  {
    name: 'months of an invoice share one key',
    guard: 'the key of a grant names its month',
    edits: [
      {
        in: 'monthKey',
        replace: '`plan:${provider}:${providerInvoiceId}:m${month}`',
        by: '`plan:${provider}:${providerInvoiceId}:m${String(month).slice(1)}`',
      },
    ],
    test: 'due-grants.spec.ts',
  },
  {
    name: 'the 31st of a short month is a day of the next',
    guard: 'the last day of a short month',
    edits: [{ in: 'addMonths', replace: 'Math.min(anchor.getUTCDate(), lastDay)', by: 'anchor.getUTCDate()' }],
    test: 'grant-months.spec.ts',
  },
  {
    name: 'the months of a year begin one month late',
    guard: 'months are counted from the anchor',
    edits: [
      { in: 'grantMonths', replace: 'addMonths(anchor, first + index)', by: 'addMonths(anchor, first + index + 1)' },
    ],
    test: 'grant-months.spec.ts',
  },
  {
    name: 'a plan grants units instead of credits',
    guard: "unit of a month's credits",
    edits: [
      {
        in: 'dueGrants',
        replace: 'toUnits(PLAN_TERMS[governing.plan].monthlyCredits)',
        by: 'PLAN_TERMS[governing.plan].monthlyCredits',
      },
    ],
    test: 'due-grants.spec.ts',
  },
  {
    name: 'a top-up is not shortened by the part of the month that is over',
    guard: 'share of the month in a top-up',
    edits: [{ in: 'topUpUnits', replace: '(difference * left) / length', by: 'difference' }],
    test: 'plan-change.spec.ts',
  },
  {
    name: 'a refunded invoice goes on granting its months',
    guard: 'only paid invoices grant',
    edits: [
      {
        in: 'GrantPlanCredits.paidInvoices',
        replace: '{ subscriptionId, status: "paid" }',
        by: '{ subscriptionId }',
      },
    ],
    test: 'payment-outages.db.spec.ts',
    title: 'brings no further months',
  },
  {
    name: 'grace never ends',
    guard: 'end of access after a failed renewal',
    edits: [{ in: 'planOf', remove: 'graceUntil <= now' }],
    test: 'subscription-access.spec.ts',
  },
  {
    name: 'a failed renewal ends the plan at the next look',
    guard: 'time of grace',
    edits: [
      { sql: 'GRACE_OVER', remove: 'grace_until <= billing_now()' },
      { sql: 'STILL_OVER', remove: 'grace_until <= billing_now()' },
    ],
    test: 'sync-subscription.db.spec.ts',
    title: 'ends the plan at the end of the seven days',
  },
  {
    name: 'a subscription is ended though it was paid during an outage',
    guard: 'the provider is asked before the grace ends a plan',
    edits: [{ in: 'EndGrace.run', replace: '!(await row(this.dataSource, STILL_OVER, [id]))', by: 'false' }],
    test: 'ended-subscriptions.db.spec.ts',
    title: 'made during an outage',
  },
  {
    name: 'the invoice of a failed renewal outlives its subscription',
    guard: 'what has ended cannot be paid',
    edits: [
      {
        in: 'StripeChanges.cancelNow',
        replace: 'await this.voidInvoices(subscriptionId)',
        by: 'await Promise.resolve()',
      },
    ],
    test: 'ended-subscriptions.db.spec.ts',
    title: 'leaves no invoice that could be paid',
  },
  {
    name: 'what is paid after the end is kept',
    guard: 'refund of a payment that brought nothing',
    edits: [{ sql: 'CANDIDATES', replace: 'p.paid_at >= $3::timestamptz', by: 'p.paid_at < $3::timestamptz' }],
    test: 'ended-subscriptions.db.spec.ts',
    title: 'is paid back once',
  },
  {
    name: 'what an old subscription had earned is paid back, too',
    guard: 'only what brought nothing is paid back',
    edits: [{ in: 'claimUnearned', replace: '!(await hasCredits(tx, ledger, payment))', by: 'true' }],
    test: 'second-subscriptions.db.spec.ts',
    title: 'lives again beside a newer one',
  },
  {
    name: 'a refund that was refused is asked for again',
    guard: 'a refused refund is left to the operator',
    edits: [{ in: 'claimUnearned', remove: 'await wasRefundRefused(tx, payment)' }],
    test: 'refused-refunds.db.spec.ts',
  },
  {
    name: 'what was charged while a provider was switched off is kept',
    guard: 'refund of a period that was over before it was read',
    edits: [{ sql: 'CANDIDATES', replace: 'i.period_end < billing_now()', by: 'false' }],
    test: 'past-periods.db.spec.ts',
    title: 'are paid back, and the running one gives its credits',
  },
  {
    name: 'a cancelled plan is charged for its failed renewal',
    guard: 'collection of an invoice after a cancellation',
    edits: [{ in: 'StripeChanges.cancelAtPeriodEnd', replace: 'isUnpaid(subscription)', by: 'false' }],
    test: 'past-due-cancellation.db.spec.ts',
    title: 'nothing more is charged',
  },
  {
    name: 'months are granted by the clock of the database',
    guard: 'one clock for billing',
    edits: [{ sql: 'TO_GRANT', replace: 'billing_now()', by: 'now()' }],
    test: 'sync-subscription.db.spec.ts',
    title: 'a year gives twelve grants',
  },
  {
    name: 'the reconciler compares periods with the clock of the database',
    guard: 'one clock for billing',
    edits: [{ sql: 'OVERDUE', replace: 'period_end < billing_now()', by: 'period_end < now()' }],
    test: 'subscription-life.db.spec.ts',
    title: 'renewals of a quarter',
  },
  {
    name: 'a second subscription is ended but its money is kept',
    guard: 'refund of a second subscription',
    edits: [
      {
        in: 'SyncSubscription.payBack',
        replace: 'await service.refund(providerPaymentId, `refund:${id}`)',
        by: 'true',
      },
    ],
    test: 'payment-outages.db.spec.ts',
    title: 'is still ended and refunded',
  },
  {
    name: 'the subscription of another person makes mine the second one',
    guard: 'a second subscription is one of the same account',
    edits: [
      {
        in: 'hasOtherOpen',
        replace: '{ userId, status: In(OPEN_STATUSES), isDuplicate: false }',
        by: '{ status: In(OPEN_STATUSES), isDuplicate: false }',
      },
    ],
    test: 'sync-subscription.db.spec.ts',
  },
  {
    name: 'a former subscription that is read again ends the plan of the present one',
    guard: 'a subscription ends the plan only when no other runs',
    edits: [
      {
        in: 'ApplySnapshot.choosePlan',
        replace: "given === 'free' && (await hasOtherOpen(tx, userId, id))",
        by: 'false',
      },
    ],
    test: 'payment-outages.db.spec.ts',
    title: 'leaves the plan of the present one',
  },
  {
    name: 'a second subscription gives its plan',
    guard: 'a second subscription gives nothing',
    edits: [
      {
        in: 'ApplySnapshot.choosePlan',
        replace: 'isDuplicate ? null : planOf(subscription, now)',
        by: 'planOf(subscription, now)',
      },
    ],
    test: 'sync-subscription.db.spec.ts',
    title: 'a second subscription of one person',
  },
  {
    name: 'anybody downloads any invoice',
    guard: 'owner of an invoice',
    edits: [{ in: 'ShowInvoices.file', replace: '{ id, userId }', by: '{ id }' }],
    test: 'payment-attacks.db.spec.ts',
    title: 'a stranger who names',
  },
  {
    name: 'anybody takes any payment back',
    guard: 'owner of a payment that is refunded',
    edits: [{ in: 'RefundPayment.claim', replace: '{ id: paymentId, userId }', by: '{ id: paymentId }' }],
    test: 'payment-attacks.db.spec.ts',
    title: 'a stranger who names',
  },
  {
    name: 'credits are spent while their payment is taken back',
    guard: 'account lock of a refund',
    edits: [{ in: 'RefundPayment.claim', remove: 'await this.ledger.lock(tx, userId)' }],
    test: 'money-back.db.spec.ts',
    title: 'waits for the account',
  },
  {
    name: 'a payment is taken back at any time',
    guard: 'days of a refund',
    edits: [
      { in: 'refundRefusal', replace: 'now.getTime() - paidAt.getTime()', by: 'paidAt.getTime() - now.getTime()' },
    ],
    test: 'refund-rule.spec.ts',
  },
  {
    name: 'any earlier payment can be taken back',
    guard: 'only the latest payment is refunded',
    edits: [{ in: 'refundRefusal', remove: '!isLatest' }],
    test: 'refund-rule.spec.ts',
  },
  {
    name: 'events that arrive during a read are thrown away',
    guard: 'only the events that were taken are done',
    edits: [{ sql: 'FINISH', remove: 'event_id = any($2)' }],
    test: 'payment-outages.db.spec.ts',
    title: 'that comes while its object is read',
  },
  {
    name: 'an event that could not be applied is forgotten',
    guard: 'a failed event is tried again',
    edits: [
      {
        in: 'ProcessInbox.process',
        replace: 'return 0;',
        by: 'return changed(this.dataSource, FINISH, [provider, eventIds, "done"]);',
      },
    ],
    test: 'payment-outages.db.spec.ts',
    title: 'is tried again later',
  },
  {
    name: 'an event that is delivered again is an error',
    guard: 'an event is kept once',
    edits: [
      {
        in: 'ReceiveWebhook.keep',
        replace: 'this.inbox.createQueryBuilder().insert().values(part).orIgnore()',
        by: 'this.inbox.createQueryBuilder().insert().values(part)',
      },
    ],
    test: 'payment-attacks.db.spec.ts',
    title: 'is delivered three times',
  },
  {
    name: 'events of the test mode count in live mode',
    guard: 'mode of an event',
    edits: [{ in: 'StripeEvents.read', remove: 'event.livemode !== this.isLive' }],
    test: 'payment-attacks.db.spec.ts',
    title: 'of another mode',
  },
];
