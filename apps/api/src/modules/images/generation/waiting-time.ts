import { MEAN_GENERATION_SECONDS } from '@app/contracts';

export interface QueueFacts {
  openImages: number;
  position: number;
  imagesAhead: number;
  running: number;
  secondsPerImage: number | null;
  elapsed: number;
  left: number;
}

/** What an overdue image is still expected to take, as a share of the usual time. */
const OVERDUE_SHARE = 0.25;

/** At least 1, and at most the time until the deadline, when the credits return. */
export function estimateSeconds(facts: QueueFacts): number {
  const each = facts.secondsPerImage ?? MEAN_GENERATION_SECONDS;
  const own = each * Math.max(1, facts.openImages);
  const waiting = facts.position === 0 ? 0 : (facts.imagesAhead * each) / Math.max(1, facts.running);
  // Running images are half done on average.
  const freeing = facts.position === 0 || facts.running === 0 ? 0 : each / 2 / facts.running;
  const drawing = Math.max(own - facts.elapsed, each * OVERDUE_SHARE);
  return Math.max(1, Math.min(Math.ceil(waiting + freeing + drawing), Math.floor(facts.left)));
}

export interface BacklogFacts {
  waitingImages: number;
  runningImages: number;
  imagesPerSecond: number;
  /** The queue was never empty, so this is the engine's real rate. */
  isRateKnown: boolean;
}

/** Below this, the rate may only show how little was requested. */
const BACKLOG_FLOOR = 100;
/** Beyond this, a new request could miss its deadline. */
const BACKLOG_SECONDS = 120;

/** Until the rate is known, running images are expected to take the usual time. */
export function isBacklogFull(facts: BacklogFacts): boolean {
  const { waitingImages, runningImages, imagesPerSecond, isRateKnown } = facts;
  if (isRateKnown) return waitingImages > imagesPerSecond * BACKLOG_SECONDS;
  const expected = Math.max(imagesPerSecond, runningImages / MEAN_GENERATION_SECONDS);
  return waitingImages >= BACKLOG_FLOOR && waitingImages > expected * BACKLOG_SECONDS;
}
