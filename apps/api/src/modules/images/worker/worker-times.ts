import { LEAST_GENERATING_MS } from '../shared/least-generating-ms.js';

export const DEFAULT_WORKER_TIMES = {
  /** Before the second and the third attempt, unless the engine asks for more. */
  backoffMs: [2_000, 8_000],
  /** Pauses vary by this share, so that failed requests do not return together. */
  jitter: 0.25,
  /** Consecutive faults that open the circuit. */
  faultsToOpen: 5,
  /** Doubles after each failed trial, up to the longest. */
  openMs: 30_000,
  longestOpenMs: 300_000,
  leastGeneratingMs: LEAST_GENERATING_MS,
  /** A call that the deadline ends counts as timed out if its engine has answered nothing for so long. */
  hungAfterMs: 60_000,
  pollMs: 2_000,
  /** Later, a worker with room looks for it by itself: one without room may have taken the notification. */
  unclaimedAfterMs: 1_000,
  /** Time to finish running images at shutdown. */
  stopWithinMs: 18_000,
  progressEveryMs: 200,
  /** Before a failed write is repeated: storage, and the closing of an image. */
  retryWriteMs: 500,
  /** After this, no worker can still be about to claim the object. */
  orphanAfterMs: 3_600_000,
};

export type WorkerTimes = typeof DEFAULT_WORKER_TIMES;
export const WORKER_TIMES = Symbol('WORKER_TIMES');
