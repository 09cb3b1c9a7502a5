import { isFinished, type Generation, type GenerationProgress } from '@app/contracts';

/** Before so much is done, and within the first second, its pace says too little. */
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

/** Seconds left: what the bar says by its pace once that is telling, so that both say the same; before, the estimate. */
export function secondsLeft(fraction: number | null, elapsed: number, estimate: number | null): number | null {
  if (fraction === null || fraction < TELLING_SHARE || elapsed < 1) return estimate;
  return Math.ceil((elapsed * (1 - fraction)) / fraction);
}
