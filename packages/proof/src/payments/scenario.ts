import type { OneBilling } from '@app/api/test-support/one-billing';
import type { Buyer, Facts } from './facts.js';

export interface Scenario {
  name: string;
  /** Before the fault. Answers the operation during which it happens. */
  prepare(buyer: Buyer): Promise<(use: OneBilling) => Promise<unknown>>;
  /** What people and provider do after it; the reconciler comes afterwards. */
  recover?: (use: OneBilling, operate: (use: OneBilling) => Promise<unknown>) => Promise<unknown>;
  expected: Facts;
}
