import { z } from 'zod';
import type { Slice, SliceOptions } from './store.js';

const ClockState = z.object({ offsetMs: z.number(), frozenAt: z.number().nullable() });
type ClockState = z.infer<typeof ClockState>;

export const clockSlice: SliceOptions<ClockState> = {
  name: 'clock',
  schema: ClockState,
  seed: () => ({ offsetMs: 0, frozenAt: null }),
};

/** The time of every provider in the sandbox: it can stand still and be put forward. */
export class Clock {
  private readonly listeners: (() => void)[] = [];

  constructor(private readonly state: Slice<ClockState>) {}

  /** Calls `listener` after each change by hand, for a provider whose work becomes due by it. */
  onTurn(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Milliseconds since 1970. */
  now(): number {
    const { frozenAt, offsetMs } = this.state.value;
    return frozenAt ?? Date.now() + offsetMs;
  }

  get isFrozen(): boolean {
    return this.state.value.frozenAt !== null;
  }

  /** Stands still, at `at` if given, else now. */
  freeze(at = this.now()): void {
    this.change((state) => {
      state.frozenAt = at;
    });
  }

  advance(ms: number): void {
    this.change((state) => {
      if (state.frozenAt === null) state.offsetMs += ms;
      else state.frozenAt += ms;
    });
  }

  /** Runs again, from the time at which it stood. */
  resume(): void {
    this.state.update((state) => {
      if (state.frozenAt === null) return;
      state.offsetMs = state.frozenAt - Date.now();
      state.frozenAt = null;
    });
  }

  /** The real time again. */
  reset(): void {
    this.state.reset();
  }

  private change(change: (state: ClockState) => void): void {
    this.state.update(change);
    for (const listener of this.listeners) listener();
  }
}
