import { MEAN_GENERATION_SECONDS, type BatchStatus } from '@app/contracts';

export interface BatchProgress {
  status: BatchStatus;
  /** No row begins for now, because engines rejected too many prompts of the person. */
  waitsAfterRejections: boolean;
  /** Rows that have not ended, and their images. */
  openRows: number;
  openImages: number;
  /** Rows that are in progress at once. */
  share: number;
  /** Null when nothing was finished lately. */
  secondsPerImage: number | null;
}

/** Whole seconds until the last row should have ended; null when nothing is expected. */
export function estimateBatch({
  status,
  waitsAfterRejections,
  openRows,
  openImages,
  share,
  secondsPerImage,
}: BatchProgress): number | null {
  if (status !== 'running' || waitsAfterRejections || openImages === 0) return null;
  const atOnce = Math.min(share, openRows);
  return Math.max(1, Math.ceil(((secondsPerImage ?? MEAN_GENERATION_SECONDS) * openImages) / Math.max(1, atOnce)));
}
