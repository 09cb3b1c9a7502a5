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
    name: 'a second subscription goes on while its refund is delayed',
    guard: 'a delayed refund does not keep from ending',
    edits: [{ in: 'SyncSubscription.payBack', replace: '!(error instanceof RefundDelayed)', by: 'true' }],
    test: 'refused-refunds.db.spec.ts',
    title: 'refunded by a later pass',
  },
];
