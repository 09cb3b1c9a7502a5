import {
  isOpen,
  toCredits,
  type Generation,
  type GenerationErrorCode,
  type GenerationStatus,
  type Locale,
  type GenerationImage,
} from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { failureText } from './failure-texts.js';
import { estimateSeconds } from './waiting-time.js';
import type { RowStatus } from '../shared/row-status.js';
import type { GenerationRow, ImageRow, QueueRow } from './generation-row.js';
import { FileLinks } from '../files/file-links.js';

export interface Reader {
  locale: Locale;
  now: number;
}

/** The API has no status `cancelled`: it is a failure with a code of its own. */
export function outcome(row: { status: RowStatus; error_code: GenerationErrorCode | null }, locale: Locale) {
  const status: GenerationStatus = row.status === 'cancelled' ? 'failed' : row.status;
  const code = row.status === 'cancelled' ? 'CANCELLED' : status === 'failed' ? row.error_code : null;
  return { status, error_code: code, error_message: failureText(code, locale) };
}

function settings(row: GenerationRow) {
  const { prompt, negative_prompt, model, style, size, quality, output_format } = row;
  const { parent_id, engine, created_at, finished_at } = row;
  return {
    prompt,
    negative_prompt,
    model,
    style,
    size,
    quality,
    output_format,
    parent_id,
    engine,
    created_at,
    finished_at,
  };
}

function queue(row: QueueRow, images: ImageRow[], status: RowStatus): NonNullable<Generation['queue']> {
  const position = status === 'pending' ? row.generations_ahead + 1 : 0;
  const estimated = estimateSeconds({
    openImages: images.filter(isOpen).length,
    position,
    imagesAhead: row.images_ahead,
    running: row.running,
    secondsPerImage: row.seconds_per_image,
    elapsed: row.elapsed,
    left: row.left,
  });
  return { position, estimated_seconds: estimated };
}

@Injectable()
export class GenerationPresenter {
  constructor(private readonly links: FileLinks) {}

  generation(row: GenerationRow, reader: Reader): Generation {
    const images = row.images.filter((image) => !image.is_deleted).map((image) => this.image(image, reader));
    const credits = (counts: (image: ImageRow) => boolean): number =>
      toCredits(row.unit_price * row.images.filter(counts).length);
    return {
      id: row.id,
      seed: row.seed,
      count: row.count,
      generated_images: images,
      is_favorited: images[0]?.is_favorited ?? false,
      credits_used: credits(({ status }) => status === 'completed'),
      credits_held: credits(isOpen),
      credits_returned: credits(({ status }) => status === 'failed' || status === 'cancelled'),
      unit_price: toCredits(row.unit_price),
      understood: row.understood,
      queue: row.queue && queue(row.queue, row.images, row.status),
      deadline: row.deadline,
      ...settings(row),
      ...outcome(row, reader.locale),
    };
  }

  private image(row: ImageRow, reader: Reader): GenerationImage {
    const { id, seed, width, height, thumbhash, is_favorited, shared_until, frame_number } = row;
    const own = { id, thumbhash, width, height, seed, is_favorited, shared_until, frame_number };
    return { ...own, ...this.links.of(row, reader.now), ...outcome(row, reader.locale) };
  }
}
