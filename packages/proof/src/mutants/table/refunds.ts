import type { Mutant } from '../mutant.js';

/** Refunds that people ask for. */
export const REFUND_MUTANTS: readonly Mutant[] = [
  {
    name: 'every try of a refund is a new one for the provider',
    guard: 'idempotency key of a refund',
    edits: [{ in: 'RefundPayment.finish', replace: '`refund:${id}`', by: '`refund:${id}:${Date.now()}`' }],
    test: 'payment-outages.db.spec.ts',
    title: 'a refund is still paid once',
  },
  {
    name: 'a refund that the bank sent back is tried again',
    guard: 'a failed refund is left to the operator',
    edits: [{ in: 'RefundPayment.claim', remove: '!hasFailed' }],
    test: 'money-back.db.spec.ts',
    title: 'as the person asked, and is sent back',
  },
  {
    name: 'a refusal that comes late gives back the credits of a refund under way',
    guard: 'only the refused request gives credits back',
    edits: [
      {
        in: 'RefundPayment.withdraw',
        replace: 'payment.refundRequestedAt?.getTime() !== refundRequestedAt?.getTime()',
        by: 'payment.refundRequestedAt === refundRequestedAt',
      },
    ],
    test: 'refused-refunds.db.spec.ts',
    title: 'while another request is being refunded',
  },
  {
    name: 'the payment of a second subscription is the latest',
    guard: 'second subscriptions are left out of refunds by people',
    edits: [{ sql: 'findLatestPayments', replace: 'and s.is_duplicate', by: 'and false' }],
    test: 'refused-refunds.db.spec.ts',
    title: 'beside a second subscription',
  },
  {
    name: 'credits stay away after a refund that was delayed',
    guard: 'a delayed refund of a person is withdrawn',
    edits: [{ in: 'delayOf', replace: 'error instanceof RefundDelayed', by: 'false' }],
    test: 'refused-refunds.db.spec.ts',
    title: 'is to be asked for again',
  },
  {
    name: 'a second subscription goes on while its refund fails',
    guard: 'a refund that fails does not keep from ending',
    edits: [
      {
        in: 'SyncSubscription.undo',
        replace: 'this.payBack(service, payment).catch((fault: unknown) => faults.push(fault))',
        by: 'this.payBack(service, payment)',
      },
    ],
    test: 'refused-refunds.db.spec.ts',
    title: 'is ended, and refunded by a later pass',
  },
  {
    name: 'a refund that failed is forgotten once its account is removed',
    guard: 'the mark by which a later pass finds it',
    edits: [{ in: 'SyncSubscription.payBack', replace: '{ isUnearned: true }', by: '{ isUnearned: false }' }],
    test: 'refused-refunds.db.spec.ts',
    title: 'after the removal of an account',
  },
  {
    name: 'Stripe short of money refuses a refund for good',
    guard: 'a refund for lack of money is delayed',
    edits: [{ in: 'StripeRefunds.make', replace: 'LACKS_MONEY.test(refusal.message)', by: 'false' }],
    test: 'stripe.provider.spec.ts',
    title: 'delayed and not refused',
  },
  {
    name: 'a refund that Stripe refused once is refused for a day',
    guard: 'a refusal that is only repeated is asked for anew',
    edits: [
      {
        in: 'StripeRefunds.create',
        replace: "invalidRequest(error)?.headers?.['idempotent-replayed'] !== 'true'",
        by: 'true',
      },
    ],
    test: 'delayed-refunds.spec.ts',
  },
];
