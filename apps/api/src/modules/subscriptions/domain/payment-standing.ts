import type { PaymentFailureReason } from '@app/contracts';

export interface InvoiceStanding {
  status: 'open' | 'paid' | 'void' | 'uncollectible';
  amountCents: number;
  payment: {
    state: 'open' | 'paid' | 'failed';
    failureReason: PaymentFailureReason | null;
    refundedCents: number | null;
    isDisputed: boolean;
  } | null;
}

export interface PaymentStanding {
  status: 'redirecting' | 'success' | 'failed' | 'cancelled' | 'refunded' | 'disputed';
  failureReason: PaymentFailureReason | null;
}

const standing = (
  status: PaymentStanding['status'],
  failureReason: PaymentFailureReason | null = null,
): PaymentStanding => ({ status, failureReason });

export function paymentStanding({ status, amountCents, payment }: InvoiceStanding): PaymentStanding {
  if (status === 'paid') {
    if (payment?.isDisputed) return standing('disputed');
    const refunded = payment?.refundedCents ?? 0;
    // An invoice of nothing, paid by a balance, was not refunded.
    return standing(refunded > 0 && refunded >= amountCents ? 'refunded' : 'success');
  }
  if (payment?.state === 'failed') return standing('failed', payment.failureReason ?? 'unknown');
  if (status === 'open') return standing('redirecting');
  return status === 'void' ? standing('cancelled') : standing('failed', 'unknown');
}
