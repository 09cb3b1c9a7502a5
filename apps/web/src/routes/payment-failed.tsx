import { useSearchParams } from 'react-router-dom';
import { readChoice } from '../features/subscription/checkout/checkout-choice';
import { failureReason } from '../features/subscription/checkout/failure-reason';
import { NoPayment } from '../features/subscription/checkout/no-payment';
import { LeftPayment, PaymentFailure } from '../features/subscription/checkout/payment-failure';

export function Page() {
  const [query] = useSearchParams();
  const choice = readChoice(query);
  const reason = query.get('reason');
  const paymentId = query.get('payment_id');
  if (paymentId === null && choice === null && reason === null) return <NoPayment />;
  if (paymentId !== null && choice !== null && reason === null)
    return <LeftPayment paymentId={paymentId} choice={choice} />;
  return <PaymentFailure reason={failureReason(reason)} choice={choice} />;
}
