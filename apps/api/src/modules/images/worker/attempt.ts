import type { ClaimedGeneration } from './claim-rows.js';

/** Why an attempt ends before its pictures are done. */
export type AbortReason = 'deadline' | 'lost' | 'stopping';

export class AttemptAborted extends Error {
  constructor(readonly why: AbortReason) {
    super(`aborted: ${why}`);
  }
}

/** One attempt at a generation. */
export interface Attempt {
  generation: ClaimedGeneration;
  /** Aborted (by an `AttemptAborted`) when its pictures must not be worked on any more. */
  signal: AbortSignal;
  /** While its calls find out whether an engine that failed is back: the name of that probe. Else null. */
  probe: string | null;
  /** Calls of the engine that were made: an attempt without any does not count. */
  calls: number;
}
