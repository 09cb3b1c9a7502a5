import type { PaymentFailureReason } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { paymentStanding, type InvoiceStanding, type PaymentStanding } from './payment-standing.js';

type Payment = NonNullable<InvoiceStanding['payment']>;

const PAID: Payment = { state: 'paid', failureReason: null, refundedCents: null, isDisputed: false };
const failed = (failureReason: PaymentFailureReason | null): Payment => ({ ...PAID, state: 'failed', failureReason });

test.each<[InvoiceStanding['status'], Partial<Payment> | null, PaymentStanding['status'], string | null]>([
  ['paid', PAID, 'success', null],
  ['paid', null, 'success', null],
  ['paid', { ...PAID, refundedCents: 998 }, 'success', null],
  ['paid', { ...PAID, refundedCents: 999 }, 'refunded', null],
  ['paid', { ...PAID, isDisputed: true, refundedCents: 999 }, 'disputed', null],
  ['open', null, 'redirecting', null],
  ['open', { ...PAID, state: 'open' }, 'redirecting', null],
  ['open', failed('insufficient_funds'), 'failed', 'insufficient_funds'],
  ['open', failed(null), 'failed', 'unknown'],
  ['void', failed('expired_card'), 'failed', 'expired_card'],
  ['void', null, 'cancelled', null],
  ['uncollectible', null, 'failed', 'unknown'],
])('an invoice of 9.99 that is %s, with %j, is %s', (status, payment, expected, failureReason) => {
  const invoice = { status, amountCents: 999, payment: payment as Payment | null };
  expect(paymentStanding(invoice)).toEqual({ status: expected, failureReason });
});

test.each([null, PAID])('an invoice of nothing, which a balance has paid, was not refunded: %j', (payment) => {
  expect(paymentStanding({ status: 'paid', amountCents: 0, payment })).toEqual({
    status: 'success',
    failureReason: null,
  });
});
