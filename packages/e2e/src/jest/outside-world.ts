import { afterAll, beforeAll } from '@jest/globals';
import { OutsideWorld } from '../product/outside-world.js';

export { NEIGHBOURS, type Neighbour, type OutsideProvider, type OutsideWorld } from '../product/outside-world.js';

/** Must be called before the product is started. */
export function useOutsideWorld(): OutsideWorld {
  const world = new OutsideWorld();
  beforeAll(() => world.start());
  afterAll(() => world.stop());
  return world;
}
