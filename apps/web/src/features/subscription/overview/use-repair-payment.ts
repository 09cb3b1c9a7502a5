import type { Subscription } from '@app/contracts';
import { useStartCardSessionMutation } from '../../../api/endpoints/payment-methods';
import { useLeaving } from '../../../shared/browser/use-leaving';
import { useAddress } from '../../../shared/i18n/locale-context';
import { leave } from '../../../shared/browser/leave';
import { noteRepairLeft } from './use-repair-return';

/** One click to the page on which a failed payment is repaired: its open invoice, else a new card. */
export function useRepairPayment({ hosted_invoice_url: invoicePage }: Subscription) {
  const addCard = useAddCard();
  const run = () => {
    if (invoicePage === null) {
      void addCard.run();
      return;
    }
    noteRepairLeft();
    leave.to(invoicePage);
  };
  return { run, isLeaving: addCard.isLeaving, error: addCard.error };
}

/** Opens the provider's page for a new card, which returns to the subscription tab. */
export function useAddCard() {
  const to = useAddress();
  const [start, { error }] = useStartCardSessionMutation();
  const [leaving, setLeaving, leaveTo] = useLeaving<true>();
  const run = async () => {
    setLeaving(true);
    const back = to('profile', { query: { tab: 'subscription' } });
    const { data } = await start({ success_url: back, cancel_url: back });
    if (data) leaveTo(data.url);
    else setLeaving(null);
  };
  return { run, isLeaving: leaving !== null, error };
}
