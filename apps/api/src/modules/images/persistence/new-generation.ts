import type { EngineId, Model } from '@app/contracts';
import { isoTimestamp as iso } from '../../../platform/database/prepared.js';
import type { GenerationRequest } from '../domain/generation-request.js';
import { placeOfNew } from './line.js';
import { NOW_SECONDS, secondsPerPicture, type GenerationAt, type LineRow, type PictureRow } from './row-shapes.js';

export interface NewGeneration {
  userId: string;
  request: GenerationRequest;
  /** Whose line it stands in. */
  engine: EngineId;
  idempotencyKey: string | null;
  bodyHash: Buffer | null;
  /** One a picture; the first is the generation's id too. */
  imageIds: string[];
  seeds: number[];
  width: number;
  height: number;
  /** Smaller runs first. */
  priority: number;
  deadlineSeconds: number;
}

/** What of a new generation only the database knows: where it was put, when, and what is before it. */
export interface WrittenFacts extends Pick<
  LineRow,
  'generations_ahead' | 'pictures_ahead' | 'running' | 'seconds_per_picture'
> {
  now: number;
  created_at: string;
  deadline: string;
  first_image_seq: number;
  [column: string]: unknown;
}

/** Ends a statement that has written a `generation` onto a `shelf`: `WrittenFacts`. */
export const AS_WRITTEN = `
select ${NOW_SECONDS} as now, ${iso('made.created_at')} as created_at, ${iso('made.deadline')} as deadline,
       shelf.first_image_seq, place.*, ${secondsPerPicture('made.engine')}::float8 as seconds_per_picture
  from generation made cross join shelf cross join lateral (${placeOfNew('made')}) place`;

const pictureOf = (made: NewGeneration, index: number, firstSeq: number): PictureRow & { is_removed: boolean } => ({
  id: made.imageIds[index] ?? '',
  status: 'pending',
  error_code: null,
  seed: made.seeds[index] ?? 0,
  width: made.width,
  height: made.height,
  object_key: null,
  thumb_widths: [],
  thumbhash: null,
  is_favorited: false,
  shared_until: null,
  frame_number: firstSeq + index,
  is_removed: false,
});

/** The generation that was written just now as reading it would find it, without the trip. */
export function asWritten(made: NewGeneration, facts: WrittenFacts): GenerationAt {
  const { request, deadlineSeconds } = made;
  const { generations_ahead, pictures_ahead, running, seconds_per_picture } = facts;
  return {
    now: facts.now,
    generation: {
      id: made.imageIds[0] ?? '',
      status: 'pending',
      error_code: null,
      prompt: request.prompt,
      negative_prompt: request.negativePrompt,
      // Admitted because it can be chosen.
      model: request.model as Model,
      style: request.style,
      size: request.size,
      quality: request.quality,
      output_format: request.outputFormat,
      seed: made.seeds[0] ?? 0,
      count: request.count,
      unit_price: request.unitPrice,
      parent_id: request.parentId,
      // Only the one that it waits for.
      engine: null,
      understood: [],
      created_at: facts.created_at,
      finished_at: null,
      deadline: facts.deadline,
      pictures: made.imageIds.map((_, index) => pictureOf(made, index, facts.first_image_seq)),
      line: { generations_ahead, pictures_ahead, running, seconds_per_picture, elapsed: 0, left: deadlineSeconds },
    },
  };
}
