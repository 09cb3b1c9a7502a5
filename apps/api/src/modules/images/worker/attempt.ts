import type { ClaimedGeneration } from './claiming/claim-rows.js';

export type AbortReason = 'deadline' | 'lost' | 'stopping';

export class AttemptAborted extends Error {
  constructor(readonly why: AbortReason) {
    super(`aborted: ${why}`);
  }
}

export interface Attempt {
  generation: ClaimedGeneration;
  /** Aborted (by an `AttemptAborted`) when its images must not be worked on any more. */
  signal: AbortSignal;
  /** The half-open trial that this attempt is, or null. */
  probe: string | null;
  /** Until the deadline. */
  msLeft: () => number;
  /** An attempt without calls of the engine does not count. */
  calls: number;
}
