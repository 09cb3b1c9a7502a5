import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readProvider } from '../features/subscription/checkout/checkout-choice';
import { NoPayment } from '../features/subscription/checkout/no-payment';
import { PaymentConfirmation } from '../features/subscription/checkout/payment-confirmation';
import type { ReturnedPayment } from '../api/endpoints/billing';

function readReturned(query: URLSearchParams): ReturnedPayment | null {
  const provider = readProvider(query) ?? 'stripe';
  const sessionId = query.get('session_id');
  const paymentId = query.get('payment_id');
  if (sessionId) return { provider, sessionId };
  return paymentId ? { provider, paymentId } : null;
}

export function Page() {
  const [query] = useSearchParams();
  // The address of one visit: the page asks about one payment.
  const [returned] = useState(() => readReturned(query));
  return returned ? <PaymentConfirmation returned={returned} /> : <NoPayment />;
}
