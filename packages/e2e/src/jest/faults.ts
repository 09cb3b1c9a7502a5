import { afterAll } from '@jest/globals';
import { Faults } from '../product/faults.js';

export { restartAfterFault, SHORT_TIMES, type Faults, type Step } from '../product/faults.js';

/** Must be called before the product is started. */
export function useFaults(env: Record<string, string> = {}): Faults {
  const faults = new Faults(env);
  afterAll(() => faults.remove());
  return faults;
}
