import { TYPICAL_GENERATION_SECONDS } from '@app/contracts';

/** What is known about an open generation and the line before it. */
export interface LineFacts {
  /** Pictures of this generation that are still open. */
  openPictures: number;
  /** Place in line, 1 = next; 0 = a worker has it. */
  position: number;
  /** Pictures of the generations that come before it in line. */
  picturesAhead: number;
  /** Generations that workers have in hand now. */
  running: number;
  /** Seconds that one picture took lately; null when nothing was finished lately. */
  secondsPerPicture: number | null;
  /** Seconds since a worker began; 0 before. */
  elapsed: number;
  /** Seconds until the deadline. */
  left: number;
}

const TYPICAL_SECONDS = (TYPICAL_GENERATION_SECONDS.from + TYPICAL_GENERATION_SECONDS.to) / 2;
/** Of the usual time, what a picture that is overdue is still expected to take. */
const OVERDUE_SHARE = 0.25;

/**
 * Whole seconds (at least 1) until the generation should be done: the pictures ahead shared by the workers that are busy
 * now, then its own. Never more than what is left until the deadline, when the credits come back.
 */
export function estimateSeconds(facts: LineFacts): number {
  const each = facts.secondsPerPicture ?? TYPICAL_SECONDS;
  const own = each * Math.max(1, facts.openPictures);
  const waiting = facts.position === 0 ? 0 : (facts.picturesAhead * each) / Math.max(1, facts.running);
  // Whoever is busy now is on average half done.
  const freeing = facts.position === 0 || facts.running === 0 ? 0 : each / 2 / facts.running;
  const drawing = Math.max(own - facts.elapsed, each * OVERDUE_SHARE);
  return Math.max(1, Math.min(Math.ceil(waiting + freeing + drawing), Math.floor(facts.left)));
}

/** What stands in the line of one engine. */
export interface BacklogFacts {
  waitingPictures: number;
  /** Workers have them in hand now. */
  runningPictures: number;
  /** Delivered lately. */
  picturesPerSecond: number;
  /** Somebody waited all that time: nothing stood idle, so that this is what the engine can do. */
  isRateKnown: boolean;
}

/** Below so many waiting pictures nothing is refused because of a rate that may only show how little was asked for. */
const BACKLOG_FLOOR = 100;
/** Seconds of waiting above which a new request could not count on being done before its deadline. */
const BACKLOG_SECONDS = 120;

/**
 * True when so much waits that accepting more would only make people wait for their credits to come back. Until the rate
 * is known, what is being painted is taken to be done in the usual time.
 */
export function isBacklogFull(facts: BacklogFacts): boolean {
  const { waitingPictures, runningPictures, picturesPerSecond, isRateKnown } = facts;
  if (isRateKnown) return waitingPictures > picturesPerSecond * BACKLOG_SECONDS;
  const expected = Math.max(picturesPerSecond, runningPictures / TYPICAL_SECONDS);
  return waitingPictures >= BACKLOG_FLOOR && waitingPictures > expected * BACKLOG_SECONDS;
}
