import type { EngineId, GenerationErrorCode, Model, OutputFormat, Quality, Size, Style } from '@app/contracts';
import { isoTimestamp as iso } from '../../../platform/database/prepared.js';
import { QUEUE_POSITIONS, RUNNING } from './queue-order.js';

/** Status of a row; the wire has no `cancelled` of its own. */
export type RowStatus = 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled';

/** Statuses of what has not ended. */
export const OPEN = `('pending', 'processing')`;

/** Whole seconds of the database's clock, by which addresses of files expire. */
export const NOW_SECONDS = 'floor(extract(epoch from now()))::bigint';

export interface ImageRow {
  id: string;
  status: RowStatus;
  error_code: GenerationErrorCode | null;
  seed: number;
  width: number;
  height: number;
  /** Null while there is nothing to show: not delivered yet, or the file was lost. */
  object_key: string | null;
  thumb_widths: number[];
  thumbhash: string | null;
  is_favorited: boolean;
  shared_until: string | null;
  frame_number: number;
}

/** Of the object of a picture `i` that can be shown. */
export const OBJECT_KEY = 'case when i.file_lost_at is null then i.object_key end';

/** Until when a picture `i` is shared, or null. */
export const SHARED_UNTIL = `(select ${iso('s.expires_at')} from shares s
     where s.image_id = i.id and s.revoked_at is null and s.replaced_at is null and s.expires_at > now())`;

/** Fields of a picture, from `images i` and `favorites f` (left join). */
const PICTURE_FIELDS = `
  'id', i.id, 'status', i.status, 'error_code', i.error_code, 'seed', i.seed, 'width', i.width, 'height', i.height,
  'object_key', ${OBJECT_KEY}, 'thumb_widths', i.thumb_widths,
  'thumbhash', encode(i.thumbhash, 'base64'),
  'is_favorited', f.image_id is not null, 'shared_until', ${SHARED_UNTIL}, 'frame_number', i.seq`;

interface SettingsRow {
  prompt: string;
  negative_prompt: string | null;
  model: Model;
  style: Style;
  size: Size;
  quality: Quality;
  output_format: OutputFormat;
  parent_id: string | null;
  engine: EngineId | null;
  unit_price: number;
  created_at: string;
  finished_at: string | null;
}

/** Of the picture that a generation `g` was made from, while something can be made from it; else null. */
export const PARENT_ID = `case when g.parent_id is not null then (
    select p.id from images p join generations o on o.id = p.generation_id
     where p.id = g.parent_id and (p.deleted_at is null or (p.id = o.id and o.deleted_at is null))) end`;

/** Before a worker begins, the engine of a generation `g` is only the one that it waits for. */
export const ENGINE = 'case when g.started_at is not null then g.engine end';

const SETTINGS_FIELDS = `
  'prompt', g.prompt, 'negative_prompt', g.negative_prompt, 'model', g.model, 'style', g.style, 'size', g.size,
  'quality', g.quality, 'output_format', g.output_format,
  'parent_id', ${PARENT_ID},
  'engine', ${ENGINE}, 'unit_price', g.unit_price,
  'created_at', ${iso('g.created_at')}`;

export interface QueueRow {
  generations_ahead: number;
  pictures_ahead: number;
  running: number;
  seconds_per_picture: number | null;
  elapsed: number;
  left: number;
}

export interface GenerationRow extends SettingsRow {
  id: string;
  status: RowStatus;
  error_code: GenerationErrorCode | null;
  seed: number;
  count: number;
  understood: { start: number; end: number }[];
  deadline: string;
  /** Every picture, removed ones too: they were paid for. */
  pictures: (ImageRow & { is_removed: boolean })[];
  /** Null once the generation has ended. */
  line: QueueRow | null;
}

/** A generation as it stood at a moment of the database's clock (Unix seconds). */
export interface GenerationAt {
  now: number;
  generation: GenerationRow;
}

export const FAVORITE_OF_PICTURE = `left join favorites f on f.user_id = i.user_id and f.image_id = i.id`;

const PICTURES = `(select json_agg(json_build_object(${PICTURE_FIELDS}, 'is_removed', i.deleted_at is not null) order by i.idx)
     from images i ${FAVORITE_OF_PICTURE} where i.generation_id = g.id)`;

/**
 * Goes before a statement with `GENERATION_JSON`: what an open generation's place and time depend on. Postgres works it out
 * at most once a statement, and only if something is open.
 */
export const WITH_QUEUE = `
with line as materialized (${QUEUE_POSITIONS}), engines as materialized (
  select e.engine, e.running,
         (select extract(epoch from sum(finished_at - started_at)) / sum(count)
            from (select started_at, finished_at, count from generations d
                   where d.engine = e.engine and d.status = 'completed' and d.started_at is not null
                     and d.finished_at > now() - interval '1 hour'
                   order by d.finished_at desc limit 20) recent) as seconds_per_picture
    from (select engine, count(*) filter (where ${RUNNING}) as running
            from generations where status in ('pending', 'processing') group by engine) e)`;

const LINE = `case when g.status in ('pending', 'processing') then (
  select json_build_object('generations_ahead', coalesce(line.generations_ahead, 0),
      'pictures_ahead', coalesce(line.pictures_ahead, 0),
      'running', e.running, 'seconds_per_picture', e.seconds_per_picture,
      'elapsed', coalesce(greatest(0, extract(epoch from now() - g.started_at)), 0),
      'left', extract(epoch from g.deadline - now()))
    from engines e left join line on line.id = g.id and g.status = 'pending'
   where e.engine is not distinct from g.engine) end`;

/** A generation with its pictures, from `generations g`, in a statement that begins `WITH_QUEUE`. */
export const GENERATION_JSON = `json_build_object(${SETTINGS_FIELDS}, 'id', g.id, 'status', g.status,
  'error_code', g.error_code, 'seed', g.seed, 'count', g.count, 'understood', g.understood,
  'deadline', ${iso('g.deadline')}, 'finished_at', ${iso('g.finished_at')}, 'pictures', ${PICTURES}, 'line', ${LINE})`;

/** A page of generations, with the database's clock (Unix seconds) by which addresses are made. */
export interface PageRow<T> {
  now: number;
  total: number;
  items: T[];
}

export const emptyPage = <T>(): PageRow<T> => ({ now: 0, total: 0, items: [] });
