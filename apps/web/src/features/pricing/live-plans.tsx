import { useEffect } from 'react';
import { usePricedPlansQuery } from '../../api/endpoints/checkout';
import { planOffers, type PlanOffer } from './plan-offers';

/** Reports the plans of this installation. A file of its own: the machinery of calls must not hold up the prices. */
export function LivePlans({ onOffers }: { onOffers: (offers: PlanOffer[]) => void }) {
  const { data: priced } = usePricedPlansQuery();
  useEffect(() => {
    if (priced) onOffers(planOffers(priced));
  }, [priced, onOffers]);
  return null;
}
