import { z } from 'zod';
import type { Slice, SliceOptions } from './store.js';

const PlannedFailure = z.object({
  provider: z.string(),
  kind: z.string(),
  times: z.number().int().min(1),
  /** Restricts the failure to this method. */
  method: z.string().optional(),
});
export type PlannedFailure = z.infer<typeof PlannedFailure>;

const Plans = z.array(PlannedFailure);
type Plans = z.infer<typeof Plans>;

export const failureSlice: SliceOptions<Plans> = { name: 'failures', schema: Plans, seed: () => [] };

/** Failures planned in advance, used in order: "the next two requests to Stability AI answer 429". */
export class Failures {
  constructor(private readonly state: Slice<Plans>) {}

  list(): Plans {
    return this.state.value;
  }

  plan(failure: PlannedFailure): void {
    this.state.update((plans) => plans.push(failure));
  }

  /** Uses up one planned failure. @param kinds those possible for this request; others stay planned */
  take<K extends string>(provider: string, kinds: readonly K[], method: string): K | undefined {
    const fits = (plan: PlannedFailure) =>
      plan.provider === provider && (plan.method ?? method) === method && kinds.some((kind) => kind === plan.kind);
    const found = this.state.value.find(fits);
    if (!found) return undefined;
    this.state.update((plans) => {
      found.times -= 1;
      if (found.times === 0) plans.splice(plans.indexOf(found), 1);
    });
    return kinds.find((kind) => kind === found.kind);
  }

  clear(provider?: string): void {
    this.state.update((plans) => {
      const kept = plans.filter((plan) => provider !== undefined && plan.provider !== provider);
      plans.splice(0, plans.length, ...kept);
    });
  }

  reset(): void {
    this.state.reset();
  }
}
