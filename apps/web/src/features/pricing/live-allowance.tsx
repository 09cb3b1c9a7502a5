import { usePlansQuery } from '../../api/endpoints/quota';
import { AllowanceText } from './allowance-text';

/** As this installation has it. A file of its own: the machinery of calls must not hold up the prices. */
export function LiveAllowance() {
  const { data } = usePlansQuery();
  return <AllowanceText plans={data} />;
}
