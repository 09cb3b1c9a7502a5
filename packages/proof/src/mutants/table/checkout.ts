import type { Mutant } from '../mutant.js';

/** Guards of checkouts and of what follows a payment: one session, one owner, the shown amount. */
export const CHECKOUT_MUTANTS: readonly Mutant[] = [
  {
    name: 'a repeated checkout makes a second session',
    guard: 'idempotency key of a checkout',
    edits: [
      {
        in: 'StripeProvider.startCheckout',
        replace: '{ idempotencyKey: `checkout:${paymentId}:${locale}:${customerId}` }',
        by: '{}',
      },
    ],
    test: 'lost-answers.db.spec.ts',
    title: 'opens one checkout session',
  },
  {
    name: 'a checkout goes on with that of another person',
    guard: 'owner of a checkout that was begun',
    edits: [
      {
        in: 'StartCheckout.findBegun',
        replace: '"p.userId = :userId and p.plan = :plan and p.isAnnual = :isAnnual"',
        by: '"p.plan = :plan and p.isAnnual = :isAnnual"',
      },
    ],
    test: 'payment-attacks.db.spec.ts',
    title: 'a stranger who begins the same checkout',
  },
  {
    name: 'a checkout of a year goes on with that of a month',
    guard: 'interval of a checkout that was begun',
    edits: [
      {
        in: 'StartCheckout.findBegun',
        replace: '"p.userId = :userId and p.plan = :plan and p.isAnnual = :isAnnual"',
        by: '"p.userId = :userId and p.plan = :plan"',
      },
    ],
    test: 'payment-retries.db.spec.ts',
    title: 'does not go on with that of a month',
  },
  {
    name: 'two clicks begin two checkouts',
    guard: 'account lock of a checkout',
    edits: [{ in: 'StartCheckout.findOrCreate', remove: 'await this.ledger.lock(tx, userId)' }],
    test: 'payment-retries.db.spec.ts',
    title: 'a checkout waits for its account',
  },
  {
    name: 'a session is confirmed for anybody',
    guard: 'owner of a session',
    edits: [
      {
        in: 'ConfirmPayment.bySession',
        replace: '{ id: session.paymentId, userId, provider }',
        by: '{ id: session.paymentId, provider }',
      },
    ],
    test: 'payment-attacks.db.spec.ts',
    title: 'a stranger who names',
  },
  {
    name: 'a cancelled payment can still be paid',
    guard: 'the page of the provider is closed first',
    edits: [
      {
        in: 'ConfirmPayment.setStatus',
        replace: 'payment.status === "redirecting" ? await this.sessionOf(payment) : null',
        by: 'null',
      },
    ],
    test: 'buying.db.spec.ts',
    title: 'closes the session',
  },
  {
    name: 'an expired session undoes a payment that succeeded',
    guard: 'only an undecided payment becomes cancelled',
    edits: [{ in: 'SyncCheckout.noteUnpaid', replace: '{ id, status: "redirecting" }', by: '{ id }' }],
    test: 'payment-outages.db.spec.ts',
    title: 'undoes nothing',
  },
  {
    name: 'a partial refund takes back everything',
    guard: 'a partial refund takes back its share',
    edits: [
      {
        in: 'proRataUnits',
        replace: '(grantedUnits * refundedCents) / paidCents',
        by: '(grantedUnits * paidCents) / refundedCents',
      },
    ],
    test: 'refund-rule.spec.ts',
  },
  {
    name: 'a dispute leaves the credits',
    guard: 'a dispute takes the credits back',
    edits: [{ in: 'MirrorInvoices.settleCredits', remove: 'saved.status === "disputed"' }],
    test: 'sync-subscription.db.spec.ts',
    title: 'by a dispute takes',
  },
  {
    name: 'every later read gives back what a refund took',
    guard: 'only a won dispute or a failed refund restores credits',
    edits: [
      {
        in: 'MirrorInvoices.settleCredits',
        replace: 'isUndone && saved.status === "success"',
        by: 'saved.status === "success"',
      },
    ],
    test: 'sync-subscription.db.spec.ts',
    title: 'in part takes a part',
  },
  {
    name: 'a second upgrade overwrites the payment of the first',
    guard: 'an invoice takes an undecided payment',
    edits: [
      {
        in: 'MirrorInvoices.findPayment',
        replace: '{ subscriptionId: id, kind: "upgrade", plan: invoice.plan, status: "redirecting" }',
        by: '{ subscriptionId: id, kind: "upgrade", plan: invoice.plan }',
      },
    ],
    test: 'payment-retries.db.spec.ts',
    title: 'made at the provider',
  },
  {
    name: 'a new month ends the credits of everybody',
    guard: 'a month ends the credits of its own account',
    edits: [{ sql: 'endPlanGrants', remove: 'user_id = $1' }],
    test: 'payment-outages.db.spec.ts',
    title: 'leaves the credits of others',
  },
  {
    name: 'a removed account ends the subscriptions of everybody',
    guard: 'owner of what a removal ends',
    edits: [{ in: 'EraseSubscription.openSubscriptions', replace: '{ userId }', by: '{}' }],
    test: 'payment-attacks.db.spec.ts',
    title: 'leaves the subscriptions of others',
  },
  {
    name: 'a checkout that was left open outlives the account',
    guard: 'a removal closes open checkouts',
    edits: [
      { in: 'EraseSubscription.eraseAfterCommit', remove: 'await this.providers.get(provider).expireCheckout(id)' },
    ],
    test: 'payment-attacks.db.spec.ts',
    title: 'cannot be paid once the account is removed',
  },
  {
    name: 'a price that was changed at the provider is sold',
    guard: 'amount of a price',
    edits: [{ in: 'isRight', remove: 'price.unit_amount === priceCents(choice.plan, choice.isAnnual)' }],
    test: 'payment-retries.db.spec.ts',
    title: 'a price that was changed',
  },
  {
    name: 'the credits of a cancelled plan outlive it',
    guard: 'credits of a cancelled plan end with the period',
    edits: [{ in: 'GrantPlanCredits.run', replace: '!cancelAtPeriodEnd', by: 'true' }],
    test: 'subscription-life.db.spec.ts',
    title: 'keeps the plan until the period ends',
  },
  {
    name: 'an upgrade is charged at another time than was shown',
    guard: 'proration date of the preview',
    edits: [
      {
        in: 'StripeChanges.upgrade',
        replace: 'prorationDate !== undefined',
        by: 'false',
      },
    ],
    test: 'payment-retries.db.spec.ts',
    title: 'costs what its preview showed',
  },
  {
    name: 'any card can be charged',
    guard: 'owner of a saved card',
    edits: [
      {
        in: 'SavedCards.ownerOf',
        replace: 'methods.some(({ id }) => id === methodId) ? customerId : null',
        by: 'methods.length >= 0 ? customerId : null',
      },
      {
        in: 'StripeProvider.createSubscription',
        remove: 'if (!(await this.methods.owns(customerId, methodId))) return null;',
      },
    ],
    test: 'payment-attacks.db.spec.ts',
    title: 'can be neither charged',
  },
  {
    name: 'the browser is sent to any address after a payment',
    guard: 'origin of a return address',
    edits: [
      {
        in: 'ownAddress',
        replace: '!url || !isPath || url.origin !== publicOrigin || url.username !== "" || url.password !== ""',
        by: '!url || !isPath',
      },
    ],
    test: 'return-address.spec.ts',
  },
  {
    name: 'an upgrade takes a planned change off for good',
    guard: 'what is planned is kept before the provider is asked',
    edits: [
      {
        in: 'UpgradeSubscription.run',
        replace: 'await keepPlannedChange(this.dataSource, current.id)',
        by: '{ subscriptionId: current.id, createdAt: new Date() }',
      },
    ],
    test: 'planned-changes.db.spec.ts',
  },
  {
    name: 'another change that breaks off takes a planned one off for good',
    guard: 'what is planned is kept before the provider is asked for another change',
    edits: [
      {
        in: 'PlannedChanges.plan',
        replace: 'await keepPlannedChange(this.dataSource, id)',
        by: '{ subscriptionId: id, createdAt: new Date() }',
      },
    ],
    test: 'planned-changes.db.spec.ts',
    title: ', and planned again by a later pass',
  },
  {
    name: 'a cancellation that breaks off takes a planned change off for good',
    guard: 'what is planned is kept before the provider is asked to cancel',
    edits: [{ in: 'CancelSubscription.cancelAtPeriodEnd', remove: 'await keepPlannedChange(this.dataSource, id);' }],
    test: 'planned-changes.db.spec.ts',
    title: ', and planned again by a later pass',
  },
  {
    name: 'an upgrade that plans a change again forgets it while another one takes it off',
    guard: 'what is kept belongs to the last request',
    edits: [{ in: 'keepPlannedChange', remove: 'await kept.update({ subscriptionId }, { createdAt });' }],
    test: 'planned-changes.db.spec.ts',
    title: 'of which one has just planned again',
  },
  {
    name: 'a planned change outlives a cancellation whose answer was lost',
    guard: 'a cancelled plan has no planned change',
    edits: [
      {
        in: 'ApplySnapshot.run',
        replace: 'subscription.cancelAtPeriodEnd || !isOpen(subscription.status)',
        by: 'false',
      },
    ],
    test: 'planned-changes.db.spec.ts',
    title: 'a planned change ends with a cancellation that is',
  },
  {
    name: 'an upgrade is begun for a period that is over',
    guard: 'the price that was shown is one of the running period',
    edits: [{ in: 'checkDate', remove: 'date < periodStart' }],
    test: 'repeated-upgrades.db.spec.ts',
    title: 'is refused before a payment is begun',
  },
  {
    name: 'an upgrade that is made begins a second payment',
    guard: 'the subscription is read again before a payment is begun',
    edits: [{ in: 'UpgradePayments.findOrBegin', replace: 'isSameChoice(now, choice)', by: 'false' }],
    test: 'repeated-upgrades.db.spec.ts',
    title: 'repeated while it is being made',
  },
  {
    name: 'what was planned before an upgrade outlives it',
    guard: 'a planned change ends with the plan that it changes',
    edits: [{ in: 'PlannedChanges.isSettled', replace: '!isStillFor(kept, now)', by: 'false' }],
    test: 'planned-changes.db.spec.ts',
  },
];
