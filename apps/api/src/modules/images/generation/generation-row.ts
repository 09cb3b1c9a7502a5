import type { EngineId, GenerationErrorCode, Model, OutputFormat, Quality, Size, Style } from '@app/contracts';
import type { RowStatus } from '../shared/row-status.js';

export interface ImageRow {
  id: string;
  status: RowStatus;
  error_code: GenerationErrorCode | null;
  seed: number;
  width: number;
  height: number;
  object_key: string | null;
  thumb_widths: number[];
  thumbhash: string | null;
  is_favorited: boolean;
  shared_until: string | null;
  frame_number: number;
  is_deleted: boolean;
}

export interface QueueRow {
  generations_ahead: number;
  images_ahead: number;
  running: number;
  seconds_per_image: number | null;
  elapsed: number;
  left: number;
}

export interface GenerationRow {
  id: string;
  status: RowStatus;
  error_code: GenerationErrorCode | null;
  prompt: string;
  negative_prompt: string | null;
  model: Model;
  style: Style;
  size: Size;
  quality: Quality;
  output_format: OutputFormat;
  /** The parent image, while another can be made from it. */
  parent_id: string | null;
  engine: EngineId | null;
  unit_price: number;
  seed: number;
  count: number;
  understood: { start: number; end: number }[];
  created_at: string;
  deadline: string;
  finished_at: string | null;
  /** Includes deleted images: they were paid for. */
  images: ImageRow[];
  queue: QueueRow | null;
}

/** At a moment of the database's clock (Unix seconds). */
export interface GenerationsAt {
  now: number;
  generations: GenerationRow[];
}

export interface GenerationAt {
  now: number;
  generation: GenerationRow;
}
