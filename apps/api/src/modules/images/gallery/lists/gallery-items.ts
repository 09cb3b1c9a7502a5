import { UNITS_PER_CREDIT, type GenerationErrorCode } from '@app/contracts';
import { isoTimestamp as iso } from '../../../../platform/database/prepared.js';
import { bare, openObject, plain, plainOrNull, text } from './json-object.js';
import {
  ENGINE,
  NOW_SECONDS,
  OBJECT_KEY,
  PARENT_ID,
  SHARED_UNTIL,
  type RowStatus,
} from '../../shared/generation-rows.js';

/** Control characters stand in no JSON text: between two pictures, and between two facts of one. */
const NEXT_PICTURE = '\x1e';
const NEXT_FACT = '\x1f';
const sqlChar = (char: string): string => `chr(${char.charCodeAt(0)})`;

/** What a gallery item says whoever reads it and whenever, from `images i`, `generations g` and `favorites f`. */
const ITEM = openObject({
  id: plain('i.id'),
  generation_id: plain('g.id'),
  prompt: text('g.prompt'),
  negative_prompt: text('g.negative_prompt'),
  model: plain('g.model'),
  style: plain('g.style'),
  size: plain('g.size'),
  quality: plain('g.quality'),
  output_format: plain('g.output_format'),
  parent_id: plainOrNull(PARENT_ID),
  engine: plainOrNull(`(${ENGINE})`),
  seed: bare('i.seed'),
  width: bare('i.width'),
  height: bare('i.height'),
  thumbhash: plainOrNull(`encode(i.thumbhash, 'base64')`),
  is_favorited: bare(`case when f.image_id is null then 'false' else 'true' end`),
  shared_until: plainOrNull(SHARED_UNTIL),
  frame_number: bare('i.seq'),
  credits_used: bare(`(case i.status when 'completed' then g.unit_price else 0 end)::float8 / ${UNITS_PER_CREDIT}`),
  created_at: plain(iso('g.created_at')),
  finished_at: plainOrNull(iso('i.finished_at')),
});

/** What the rest of a gallery item depends on: its outcome, and what its addresses are made from. */
export interface GalleryItemFacts {
  status: RowStatus;
  error_code: GenerationErrorCode | null;
  object_key: string | null;
  thumb_widths: number[];
  width: number;
  height: number;
}

const FACTS = [
  'i.status',
  `coalesce(i.error_code, '')`,
  `coalesce(${OBJECT_KEY}, '')`,
  `array_to_string(i.thumb_widths, ',')`,
  'i.width',
  'i.height',
].join(` || ${sqlChar(NEXT_FACT)} || `);

/** Reads what `FACTS` wrote. */
export function parseFacts(facts: string): GalleryItemFacts {
  const [status, code, key, widths = '', width, height] = facts.split(NEXT_FACT);
  return {
    status: status as RowStatus,
    error_code: code ? (code as GenerationErrorCode) : null,
    object_key: key || null,
    thumb_widths: widths === '' ? [] : widths.split(',').map(Number),
    width: Number(width),
    height: Number(height),
  };
}

/** A picture as Postgres has written it. */
export interface GalleryItemText {
  /** The beginning of a JSON object; what depends on the reader and the moment must follow. */
  item: string;
  /** For `parseFacts`: equal facts have equal ends. */
  facts: string;
}

/** A page of pictures, with the database's clock (Unix seconds) by which addresses are made. */
export interface GalleryPage {
  now: number;
  total: number;
  items: GalleryItemText[];
}

export interface GalleryPageRow {
  now: number;
  total: number;
  /** Null on an empty page. */
  items: string | null;
  facts: string | null;
}

/**
 * A statement that answers a `GalleryPageRow`: `ctes` make what `from` needs, `total` is SQL, and `from` joins `images i`,
 * `generations g` and `favorites f` of the rows of one page, in the order of `order`.
 */
export const galleryPage = ({
  ctes,
  total,
  from,
  order,
}: Record<'ctes' | 'total' | 'from' | 'order', string>): string => `
  with ${ctes}
  select ${NOW_SECONDS} as now, coalesce(${total}, 0) as total, page_text.*
    from (select string_agg(item, ${sqlChar(NEXT_PICTURE)}) as items, string_agg(facts, ${sqlChar(NEXT_PICTURE)}) as facts
            from (select ${ITEM} as item, ${FACTS} as facts from ${from} order by ${order}) in_order) page_text`;

export function toGalleryPage(row: GalleryPageRow | undefined): GalleryPage {
  const { now = 0, total = 0, items, facts } = row ?? {};
  if (!items || !facts) return { now, total, items: [] };
  const ends = facts.split(NEXT_PICTURE);
  return { now, total, items: items.split(NEXT_PICTURE).map((item, index) => ({ item, facts: ends[index] ?? '' })) };
}

/** Columns of one picture, as `GalleryItemText`. */
export const GALLERY_ITEM = `${ITEM} as item, ${FACTS} as facts`;
