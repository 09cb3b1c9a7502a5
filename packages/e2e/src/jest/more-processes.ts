import { afterAll, beforeAll } from '@jest/globals';
import { MoreProcesses, PROCESS_START_MS, type ProcessOptions } from '../product/more-processes.js';
import type { Product } from '../product/product.js';

export type { MoreProcesses } from '../product/more-processes.js';

export function useMoreProcesses(product: Product, wanted: ProcessOptions): MoreProcesses {
  const more = new MoreProcesses(product, wanted);
  beforeAll(() => more.start(), PROCESS_START_MS);
  afterAll(() => more.stop(), PROCESS_START_MS);
  return more;
}
