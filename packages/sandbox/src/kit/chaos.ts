import { z } from 'zod';
import type { Slice, SliceOptions } from './store.js';

/**
 * How a provider misbehaves: `down` breaks each connection off without an answer, `slow` answers late, `error` answers
 * with the provider's own kind of internal error, `refuse` (mail) turns each message down for good.
 */
export const ChaosMode = z.enum(['normal', 'down', 'slow', 'error', 'refuse']);
export type ChaosMode = z.infer<typeof ChaosMode>;

/** The modes of a provider that is reached by HTTP. */
export const HTTP_CHAOS_MODES: readonly ChaosMode[] = ['normal', 'down', 'slow', 'error'];

const DEFAULT_DELAY_MS = 5000;
const Switch = z.object({ mode: ChaosMode, delayMs: z.number().int().min(0).max(600_000) });
const ChaosState = z.record(z.string(), Switch);
type ChaosState = z.infer<typeof ChaosState>;

export const chaosSlice: SliceOptions<ChaosState> = { name: 'chaos', schema: ChaosState, seed: () => ({}) };

/** One switch per provider, by the provider's id. */
export class Chaos {
  constructor(private readonly state: Slice<ChaosState>) {}

  of(provider: string): z.infer<typeof Switch> {
    return this.state.value[provider] ?? { mode: 'normal', delayMs: DEFAULT_DELAY_MS };
  }

  /** @param delayMs how late a `slow` provider answers */
  set(provider: string, mode: ChaosMode, delayMs = DEFAULT_DELAY_MS): void {
    this.state.update((state) => {
      state[provider] = { mode, delayMs };
    });
  }

  reset(): void {
    this.state.reset();
  }
}
