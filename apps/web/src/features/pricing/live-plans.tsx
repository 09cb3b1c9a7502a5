import { useEffect } from 'react';
import { usePricedPlansQuery } from '../../api/endpoints/checkout';
import { planFigures, type PlanFigures } from './plan-figures';

/** Reports the figures of this installation. A file of its own: the machinery of calls must not hold up the prices. */
export function LivePlans({ onFigures }: { onFigures: (figures: PlanFigures[]) => void }) {
  const { data: priced } = usePricedPlansQuery();
  useEffect(() => {
    if (priced) onFigures(planFigures(priced));
  }, [priced, onFigures]);
  return null;
}
