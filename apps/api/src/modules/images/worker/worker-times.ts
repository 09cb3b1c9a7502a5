/** Times of the worker that no installation needs to set. */
export const DEFAULT_WORKER_TIMES = {
  /** From when the engine's turn for a picture begins. */
  engineTimeoutMs: 90_000,
  /** Before the second and the third attempt, unless the engine asks for more. */
  backoffMs: [2_000, 8_000],
  /** Pauses are longer by up to this share of them, so that what failed together does not come back together. */
  jitter: 0.25,
  /** Faults of an engine in a row after which it is not asked any more. */
  faultsToOpen: 5,
  /** How long it is left alone then; twice as long after each probe that failed, up to the longest. */
  openMs: 30_000,
  longestOpenMs: 300_000,
  /** A retry must leave the engine this much time, or it is not worth waiting for. */
  leastPaintingMs: 5_000,
  /** Between two looks for work that nobody rang for. */
  pollMs: 2_000,
  /** Work that nobody began after so long is taken for not rung. */
  unheardAfterMs: 15_000,
  /** What is being painted when the process is asked to stop may take so long to finish. */
  stopWithinMs: 18_000,
  /** Between two progress messages of one picture. */
  progressEveryMs: 200,
  /** Before a write that failed is tried again: storage, and the closing of a picture. */
  retryWriteMs: 500,
  /** An object that belongs to no picture is removed after so long: no worker can still be about to claim it. */
  orphanAfterMs: 3_600_000,
};

export type WorkerTimes = typeof DEFAULT_WORKER_TIMES;
export const WORKER_TIMES = Symbol('WORKER_TIMES');
