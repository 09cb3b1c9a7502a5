import { toCredits, type OutputFormat } from '@app/contracts';
import { In, IsNull, LessThanOrEqual, type DataSource, type EntityManager } from 'typeorm';
import { prepared, type PreparedStatement } from '../../../platform/database/prepared.js';
import { oneRow, type Sql } from '../../../platform/database/rows.js';
import type { ExportBatch, ExportedImage } from './export-file.js';
import { ImageEntity } from '../shared/image.entity.js';
import { PARENT_ID } from '../shared/parent-image.js';

const ROWS_PER_BATCH = 200;

export interface StoredFile {
  key: string;
  format: OutputFormat;
  bytes: number;
}

export interface ExportRow {
  image: ExportedImage;
  /** Null unless it was delivered. */
  file: StoredFile | null;
  isDeleted: boolean;
}

/** ISO time of the database, and the exact one in microseconds. */
export const readClock = (sql: Sql): Promise<{ at: string; exact: string }> =>
  oneRow(sql, `select iso_timestamp(now()) as at, now()::text as exact`);

type ImageFields = Omit<ExportedImage, 'credits_used'> & { unit_price: number };

const statement = (name: string, which: string): PreparedStatement => ({
  name: `images_export_${name}`,
  text: `
    with page as (
      select * from images i where i.user_id = $1 and i.seq < $2 and ${which} order by i.seq desc limit $3
    )
    select i.deleted_at is not null as "isDeleted",
           case when i.status = 'completed' then json_build_object('key', i.object_key, 'format', i.format, 'bytes', i.bytes) end as file,
           json_build_object('id', i.id, 'generation_id', i.generation_id, 'frame_number', i.seq,
             'created_at', iso_timestamp(g.created_at), 'finished_at', iso_timestamp(i.finished_at),
             'status', case i.status when 'cancelled' then 'failed' else i.status end,
             'error_code', case i.status when 'cancelled' then 'CANCELLED' when 'failed' then i.error_code end,
             'prompt', g.prompt, 'negative_prompt', g.negative_prompt, 'model', g.model, 'style', g.style,
             'size', g.size, 'quality', g.quality, 'output_format', g.output_format,
             'engine', case when g.started_at is not null then g.engine end, 'width', i.width, 'height', i.height,
             'seed', i.seed, 'parent_id', ${PARENT_ID},
             'unit_price', case when i.status = 'completed' then g.unit_price else 0 end,
             'is_favorited', f.image_id is not null) as image
      from page i join generations g on g.id = i.generation_id
           left join favorites f on f.user_id = i.user_id and f.image_id = i.id
     order by i.seq desc`,
});

const STATES = {
  any: 'true',
  /** Delivered, or still to come. */
  not_failed: `i.status not in ('failed', 'cancelled')`,
  not_delivered: `i.status <> 'completed'`,
};
type ExportedStates = keyof typeof STATES;

// Includes images deleted since the export began, so that they can be listed as removed.
const all = (states: ExportedStates): PreparedStatement =>
  statement(`all_${states}`, `${STATES[states]} and (i.deleted_at is null or i.deleted_at >= $4::timestamptz)`);
const selected = (states: ExportedStates): PreparedStatement =>
  statement(`selected_${states}`, `${STATES[states]} and i.id = any($4::uuid[])`);

export interface ExportQuestion {
  userId: string;
  imageIds: string[] | null;
  /** Running numbers below this one; null: all. */
  before: number | null;
  since: string;
}

/** Newest first. No transaction stays open: running numbers never change, so no image is returned twice. */
export async function* readExportBatches(
  dataSource: DataSource,
  { userId, imageIds, before: from, since }: ExportQuestion,
  states: ExportedStates,
  size = ROWS_PER_BATCH,
): AsyncGenerator<ExportRow[], void> {
  const [text, which] = imageIds ? [selected(states), imageIds] : [all(states), since];
  let before = from ?? Number.MAX_SAFE_INTEGER;
  for (;;) {
    const found = await prepared<Omit<ExportRow, 'image'> & { image: ImageFields }>(dataSource, text, [
      userId,
      before,
      size,
      which,
    ]);
    const last = found.at(-1);
    if (!last) return;
    yield found.map(({ image: { unit_price, ...image }, ...read }) => ({
      ...read,
      image: { ...image, credits_used: toCredits(unit_price) },
    }));
    if (found.length < size) return;
    before = last.image.frame_number;
  }
}

export async function* splitDeleted(
  batches: AsyncIterable<ExportRow[]> | Iterable<ExportRow[]>,
): AsyncGenerator<ExportBatch, void> {
  for await (const batch of batches) {
    yield {
      images: batch.filter(({ isDeleted }) => !isDeleted).map(({ image }) => image),
      removed: batch.filter(({ isDeleted }) => isDeleted).map(({ image }) => image.id),
    };
  }
}

export const countDelivered = (
  manager: EntityManager,
  { userId, imageIds }: ExportQuestion,
  from: number,
): Promise<number> =>
  manager.countBy(ImageEntity, {
    userId,
    deletedAt: IsNull(),
    status: 'completed',
    seq: LessThanOrEqual(from),
    ...(imageIds && { id: In(imageIds) }),
  });

export async function ownsImages(manager: EntityManager, userId: string, imageIds: string[]): Promise<boolean> {
  const owned = await manager.countBy(ImageEntity, { userId, id: In(imageIds) });
  return owned === new Set(imageIds.map((id) => id.toLowerCase())).size;
}
