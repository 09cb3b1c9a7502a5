import type { Generation } from './schemas.js';

/** What an engine is doing; shown to the person as words. */
export const PROGRESS_STAGES = ['queued', 'preparing', 'drawing', 'finishing', 'saving'] as const;
export type ProgressStage = (typeof PROGRESS_STAGES)[number];

export interface GenerationProgress {
  generation_id: string;
  image_id: string;
  stage: ProgressStage;
  /** 0..1 where the engine really tells, else null. */
  fraction: number | null;
  /** A small picture as a data address, where the engine shows one. */
  preview: string | null;
}

/**
 * Messages of `GET /images/events` (server-sent events; `event:` is the key, `data:` its JSON). The stream opens with one
 * `snapshot`: open work and what ended since `Last-Event-ID`.
 */
export interface ImageEvents {
  snapshot: { generations: Generation[] };
  generation: Generation;
  progress: GenerationProgress;
  /** Credits changed: ask `GET /quota` again. */
  quota: Record<string, never>;
  /** The session ended: the stream is closed and must not be opened again with this token. */
  signed_out: Record<string, never>;
}
export type ImageEventName = keyof ImageEvents;

/** A comment line at least this often, so that silence means a dead connection. */
export const STREAM_HEARTBEAT_MS = 5_000;
/** A client that hears nothing for so long opens a new stream. */
export const STREAM_SILENCE_MS = 10_000;
