import type { Generation } from './schemas.js';

export const PROGRESS_STAGES = ['queued', 'preparing', 'drawing', 'finishing', 'saving'] as const;
export type ProgressStage = (typeof PROGRESS_STAGES)[number];

export interface GenerationProgress {
  generation_id: string;
  image_id: string;
  stage: ProgressStage;
  /** 0 to 1; null when the engine reports none. */
  fraction: number | null;
  preview: string | null;
}

/** The stream begins with a `snapshot` of open generations and those that ended since `Last-Event-ID`. */
export interface ImageEvents {
  snapshot: { generations: Generation[] };
  generation: Generation;
  progress: GenerationProgress;
  quota: Record<string, never>;
  /** The client must not open the stream again with this token. */
  signed_out: Record<string, never>;
}
export type ImageEventName = keyof ImageEvents;

export const STREAM_HEARTBEAT_MS = 5_000;
/** Clients reconnect after this silence. */
export const STREAM_SILENCE_MS = 10_000;
