import { useEffect } from 'react';
import { usePricedPlansQuery } from '../../api/endpoints/checkout';
import { usePlansQuery } from '../../api/endpoints/quota';
import { planFigures, type PlanFigures } from './plan-figures';

/** Reports the figures of this installation. A file of its own: the machinery of calls must not hold up the prices. */
export function LivePlans({ onFigures }: { onFigures: (figures: PlanFigures[]) => void }) {
  const { data: priced } = usePricedPlansQuery();
  const { data: allowance } = usePlansQuery();
  useEffect(() => {
    if (priced || allowance) onFigures(planFigures(priced, allowance));
  }, [priced, allowance, onFigures]);
  return null;
}
