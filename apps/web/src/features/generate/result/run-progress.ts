import { isFinished, type Generation, type GenerationProgress } from '@app/contracts';

/** Before so much of the rest is done, and within the first second, its pace says too little. */
const TELLING_SHARE = 0.15;

export interface RunProgress {
  /** Images that ended, either way. */
  done: number;
  count: number;
  /** Of all images together, 0 to 1; null while none reports anything. */
  fraction: number | null;
}

export function progressOfRun(
  { generated_images: images }: Generation,
  reported: Readonly<Record<string, GenerationProgress>>,
): RunProgress {
  const done = images.filter(isFinished).length;
  const shares = images.map((image) => (isFinished(image) ? 1 : (reported[image.id]?.fraction ?? null)));
  const isKnown = shares.some((share) => share !== null);
  const sum = shares.reduce<number>((total, share) => total + (share ?? 0), 0);
  return { done, count: images.length, fraction: isKnown && images.length > 0 ? sum / images.length : null };
}

/** How much of a run was done, and when. */
export interface Reading {
  fraction: number;
  /** Seconds since it was asked for. */
  elapsed: number;
}

/** Seconds left: what the bar says by its pace once that is telling, so that both say the same; before, the estimate. */
export function secondsLeft(first: Reading | null, latest: Reading | null, estimate: number | null): number | null {
  if (!first || !latest) return estimate;
  const seconds = latest.elapsed - first.elapsed;
  const made = latest.fraction - first.fraction;
  if (seconds < 1 || made <= TELLING_SHARE * (1 - first.fraction)) return estimate;
  return Math.ceil((seconds * (1 - latest.fraction)) / made);
}
