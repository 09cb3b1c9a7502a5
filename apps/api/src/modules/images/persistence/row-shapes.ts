import type { EngineId, GenerationErrorCode, Model, OutputFormat, Quality, Size, Style } from '@app/contracts';
import { isoTimestamp as iso } from '../../../platform/database/prepared.js';

/** Status of a row; the wire has no `cancelled` of its own. */
export type RowStatus = 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled';

/** Whole seconds of the database's clock, by which addresses of files expire. */
export const NOW_SECONDS = 'floor(extract(epoch from now()))::bigint';

export interface PictureRow {
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
  frame_number: number;
}

/** Fields of a picture, from `images i` and `favorites f` (left join). */
const PICTURE_FIELDS = `
  'id', i.id, 'status', i.status, 'error_code', i.error_code, 'seed', i.seed, 'width', i.width, 'height', i.height,
  'object_key', i.object_key, 'thumb_widths', i.thumb_widths, 'thumbhash', encode(i.thumbhash, 'base64'),
  'is_favorited', f.image_id is not null, 'frame_number', i.seq`;

interface SettingsRow {
  prompt: string;
  negative_prompt: string | null;
  model: Model;
  style: Style;
  size: Size;
  quality: Quality;
  output_format: OutputFormat;
  engine: EngineId | null;
  unit_price: number;
  created_at: string;
  finished_at: string | null;
}

const SETTINGS_FIELDS = `
  'prompt', g.prompt, 'negative_prompt', g.negative_prompt, 'model', g.model, 'style', g.style, 'size', g.size,
  'quality', g.quality, 'output_format', g.output_format, 'engine', g.engine, 'unit_price', g.unit_price,
  'created_at', ${iso('g.created_at')}`;

export interface GalleryRow extends PictureRow, SettingsRow {
  generation_id: string;
}

export const FAVORITE_OF_PICTURE = `left join favorites f on f.user_id = i.user_id and f.image_id = i.id`;

/** A gallery item, from `images i`, `generations g` and `favorites f`. */
export const GALLERY_JSON = `json_build_object(${PICTURE_FIELDS}, ${SETTINGS_FIELDS},
  'generation_id', g.id, 'finished_at', ${iso('i.finished_at')})`;

export interface LineRow {
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
  pictures: (PictureRow & { is_removed: boolean })[];
  /** Null once the generation has ended. */
  line: LineRow | null;
}

const PICTURES = `(select json_agg(json_build_object(${PICTURE_FIELDS}, 'is_removed', i.deleted_at is not null) order by i.idx)
     from images i ${FAVORITE_OF_PICTURE} where i.generation_id = g.id)`;

// Neither sub-select depends on the row, so that Postgres runs each at most once a statement, and only if something is open.
const RUNNING = `(select count(*) from generations r where r.status = 'processing' and r.lease_until > now())`;
const SECONDS_PER_PICTURE = `(select extract(epoch from sum(finished_at - started_at)) / sum(count)
     from (select started_at, finished_at, count from generations
            where status = 'completed' and started_at is not null and finished_at > now() - interval '1 hour'
            order by finished_at desc limit 20) recent)`;

const LINE = `case when g.status in ('pending', 'processing') then (
  select json_build_object('generations_ahead', count(*), 'pictures_ahead', coalesce(sum(a.count), 0),
      'running', ${RUNNING}, 'seconds_per_picture', ${SECONDS_PER_PICTURE},
      'elapsed', coalesce(greatest(0, extract(epoch from now() - g.started_at)), 0),
      'left', extract(epoch from g.deadline - now()))
    from generations a
   where g.status = 'pending' and a.status = 'pending' and a.deadline > now()
     and (a.priority, a.created_at, a.id) < (g.priority, g.created_at, g.id)) end`;

/** A generation with its pictures, from `generations g`. */
export const GENERATION_JSON = `json_build_object(${SETTINGS_FIELDS}, 'id', g.id, 'status', g.status,
  'error_code', g.error_code, 'seed', g.seed, 'count', g.count, 'understood', g.understood,
  'deadline', ${iso('g.deadline')}, 'finished_at', ${iso('g.finished_at')}, 'pictures', ${PICTURES}, 'line', ${LINE})`;

/** A page of pictures or generations, with the database's clock (Unix seconds) by which addresses are made. */
export interface PageRow<T> {
  now: number;
  total: number;
  items: T[];
}

export const emptyPage = <T>(): PageRow<T> => ({ now: 0, total: 0, items: [] });
