import { afterAll, beforeAll } from '@jest/globals';
import { OutsideWorld } from '../product/outside-world.js';

export {
  OUTSIDE_SERVICES,
  type OutsideService,
  type OutsideProvider,
  type OutsideWorld,
} from '../product/outside-world.js';

/** Must be called before the product is started. */
export function useOutsideWorld(): OutsideWorld {
  const outside = new OutsideWorld();
  beforeAll(() => outside.start());
  afterAll(() => outside.stop());
  return outside;
}
