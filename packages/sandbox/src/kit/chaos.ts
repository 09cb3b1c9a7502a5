import { z } from 'zod';
import type { Slice, SliceOptions } from './store.js';

/**
 * `down` drops connections, `slow` delays, `error` is an internal error, `refuse` (mail) rejects messages permanently.
 */
export const ChaosMode = z.enum(['normal', 'down', 'slow', 'error', 'refuse']);
export type ChaosMode = z.infer<typeof ChaosMode>;

export const HTTP_CHAOS_MODES: readonly ChaosMode[] = ['normal', 'down', 'slow', 'error'];

const DEFAULT_DELAY_MS = 5000;
const Switch = z.object({ mode: ChaosMode, delayMs: z.number().int().min(0).max(600_000) });
const ChaosState = z.record(z.string(), Switch);
type ChaosState = z.infer<typeof ChaosState>;

export const chaosSlice: SliceOptions<ChaosState> = { name: 'chaos', schema: ChaosState, seed: () => ({}) };

export class Chaos {
  constructor(private readonly state: Slice<ChaosState>) {}

  of(provider: string): z.infer<typeof Switch> {
    return this.state.value[provider] ?? { mode: 'normal', delayMs: DEFAULT_DELAY_MS };
  }

  set(provider: string, mode: ChaosMode, delayMs = DEFAULT_DELAY_MS): void {
    this.state.update((state) => {
      state[provider] = { mode, delayMs };
    });
  }

  reset(): void {
    this.state.reset();
  }
}
