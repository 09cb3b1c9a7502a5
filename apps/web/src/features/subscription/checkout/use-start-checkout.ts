import { useCallback } from 'react';
import { useStartCheckoutMutation } from '../../../api/endpoints/checkout';
import { useLeaving } from '../../../shared/browser/use-leaving';
import { useAddress } from '../../../shared/i18n/locale-context';
import { choiceQuery, type CheckoutChoice } from './checkout-choice';

/** Sends the browser to the provider's page. `leaving` is the choice that is on its way there. */
export function useStartCheckout() {
  const to = useAddress();
  const [start, { error, reset }] = useStartCheckoutMutation();
  const [leaving, setLeaving, leaveTo] = useLeaving<CheckoutChoice>();

  const run = useCallback(
    async (choice: CheckoutChoice) => {
      reset();
      setLeaving(choice);
      const { provider } = choice;
      const { data } = await start({
        provider,
        plan_id: choice.planId,
        is_annual: choice.isAnnual,
        success_url: to('paymentSuccess', { query: { provider } }),
        cancel_url: to('paymentFailed', { query: choiceQuery(choice) }),
      });
      if (data) leaveTo(data.url);
      else setLeaving(null);
    },
    [leaveTo, reset, setLeaving, start, to],
  );
  return { run, leaving, error };
}
