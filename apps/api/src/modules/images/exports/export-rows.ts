import { toCredits, type OutputFormat } from '@app/contracts';
import type { DataSource } from 'typeorm';
import { isoTimestamp as iso, prepared, type PreparedStatement } from '../../../platform/database/prepared.js';
import { row, type Sql } from '../../../platform/database/rows.js';
import type { ExportedImage } from './export-file.js';
import { PARENT_ID } from '../shared/generation-rows.js';

export interface ExportRow {
  picture: ExportedImage;
  /** Null before it is delivered. */
  file: { key: string; format: OutputFormat; bytes: number } | null;
  isRemoved: boolean;
}

/** The database's clock: ISO time, and exact to the microsecond. */
export async function readClock(sql: Sql): Promise<{ at: string; exact: string }> {
  const clock = await row<{ at: string; exact: string }>(sql, `select ${iso('now()')} as at, now()::text as exact`);
  if (!clock) throw new Error('a clock always tells a time');
  return clock;
}

type PictureFields = Omit<ExportedImage, 'credits_used'> & { unit_price: number };

const statement = (name: string, which: string): PreparedStatement => ({
  name: `images_export_${name}`,
  text: `
    with page as (
      select * from images i where i.user_id = $1 and i.seq < $2 and ${which} order by i.seq desc limit $3
    )
    select i.deleted_at is not null as "isRemoved",
           case when i.status = 'completed' then json_build_object('key', i.object_key, 'format', i.format, 'bytes', i.bytes) end as file,
           json_build_object('id', i.id, 'generation_id', i.generation_id, 'frame_number', i.seq,
             'created_at', ${iso('g.created_at')}, 'finished_at', ${iso('i.finished_at')},
             'status', case i.status when 'cancelled' then 'failed' else i.status end,
             'error_code', case i.status when 'cancelled' then 'CANCELLED' when 'failed' then i.error_code end,
             'prompt', g.prompt, 'negative_prompt', g.negative_prompt, 'model', g.model, 'style', g.style,
             'size', g.size, 'quality', g.quality, 'output_format', g.output_format,
             'engine', case when g.started_at is not null then g.engine end, 'width', i.width, 'height', i.height,
             'seed', i.seed, 'parent_id', ${PARENT_ID}, 'unit_price', case when i.status = 'completed' then g.unit_price else 0 end,
             'is_favorited', f.image_id is not null) as picture
      from page i join generations g on g.id = i.generation_id
           left join favorites f on f.user_id = i.user_id and f.image_id = i.id
     order by i.seq desc`,
});

// What was removed since the export began is told too, so that it can be noted.
const ALL = statement('all', '(i.deleted_at is null or i.deleted_at >= $4::timestamptz)');
const SELECTED = statement('selected', 'i.id = any($4::uuid[])');

export interface ExportQuestion {
  userId: string;
  /** Null: all of them. */
  imageIds: string[] | null;
  /** As `readClock` tells it exactly. */
  since: string;
}

/**
 * A person's pictures, newest first, `size` at a time. No transaction stays open between batches: a picture stands at its
 * running number for ever, so none comes twice, and those that are made meanwhile come not at all.
 */
export async function* readExportBatches(
  dataSource: DataSource,
  { userId, imageIds, since }: ExportQuestion,
  size: number,
): AsyncGenerator<ExportRow[], void> {
  const [text, which] = imageIds ? [SELECTED, imageIds] : [ALL, since];
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const found = await prepared<Omit<ExportRow, 'picture'> & { picture: PictureFields }>(dataSource, text, [
      userId,
      before,
      size,
      which,
    ]);
    const last = found.at(-1);
    if (!last) return;
    yield found.map(({ picture: { unit_price, ...picture }, ...read }) => ({
      ...read,
      picture: { ...picture, credits_used: toCredits(unit_price) },
    }));
    if (found.length < size) return;
    before = last.picture.frame_number;
  }
}

/** Delivered pictures from the running number `from` down. */
export const countDelivered = async (sql: Sql, { userId, imageIds }: ExportQuestion, from: number): Promise<number> =>
  (
    await row<{ count: number }>(
      sql,
      `select count(*) as count from images
        where user_id = $1 and deleted_at is null and status = 'completed' and seq <= $2
          and ($3::uuid[] is null or id = any($3))`,
      [userId, from, imageIds],
    )
  )?.count ?? 0;

/** Whether all of these pictures are the person's, removed ones included. */
export async function ownsImages(sql: Sql, userId: string, imageIds: string[]): Promise<boolean> {
  const owned = await row<{ count: number }>(
    sql,
    `select count(*) as count from images where user_id = $1 and id = any($2::uuid[])`,
    [userId, imageIds],
  );
  return owned?.count === new Set(imageIds.map((id) => id.toLowerCase())).size;
}
