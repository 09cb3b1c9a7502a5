import { UNITS_PER_CREDIT, type GenerationErrorCode, type SortOrder } from '@app/contracts';
import type { DataSource } from 'typeorm';
import { prepared, type PreparedStatement } from '../../../../platform/database/prepared.js';
import { PARENT_ID } from '../../shared/parent-image.js';
import type { RowStatus } from '../../shared/row-status.js';

// Concatenation costs half of json_build_object. The object stays open, so that more fields can follow.
const ITEM = `
    '{"id":"' || i.id || '","generation_id":"' || g.id
    || '","prompt":' || to_json(g.prompt)::text
    || ',"negative_prompt":' || coalesce(to_json(g.negative_prompt)::text, 'null')
    || ',"model":"' || g.model || '","style":"' || g.style || '","size":"' || g.size || '","quality":"' || g.quality
    || '","output_format":"' || g.output_format
    || '","parent_id":' || coalesce('"' || ${PARENT_ID} || '"', 'null')
    || ',"engine":' || coalesce('"' || case when g.started_at is not null then g.engine end || '"', 'null')
    || ',"understood":' || g.understood::text || ',"seed":' || i.seed || ',"width":' || i.width || ',"height":' || i.height
    || ',"thumbhash":' || coalesce('"' || encode(i.thumbhash, 'base64') || '"', 'null')
    || ',"is_favorited":' || case when f.image_id is null then 'false' else 'true' end
    || ',"shared_until":' || coalesce('"' || (
         select iso_timestamp(s.expires_at) from shares s
          where s.image_id = i.id and s.revoked_at is null and s.replaced_at is null and s.expires_at > now()) || '"', 'null')
    || ',"frame_number":' || i.seq
    || ',"credits_used":' || (case i.status when 'completed' then g.unit_price else 0 end)::float8 / ${UNITS_PER_CREDIT}
    || ',"created_at":"' || iso_timestamp(g.created_at)
    || '","finished_at":' || coalesce('"' || iso_timestamp(i.finished_at) || '"', 'null')`;

/** Control characters never occur in JSON text, so they separate items and facts. */
const NEXT_ITEM = '\x1e';
const NEXT_FACT = '\x1f';

const FACTS = `
    concat_ws(chr(31), i.status, coalesce(i.error_code, ''),
      coalesce(case when i.file_lost_at is null then i.object_key end, ''), array_to_string(i.thumb_widths, ','), i.width, i.height)`;

const OF_IMAGE = `join generations g on g.id = i.generation_id
       left join favorites f on f.user_id = i.user_id and f.image_id = i.id`;

export interface GalleryItemFacts {
  status: RowStatus;
  error_code: GenerationErrorCode | null;
  object_key: string | null;
  thumb_widths: number[];
  width: number;
  height: number;
}

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

export interface GalleryItemText {
  /** An open JSON object; fields that depend on reader and time must follow. */
  item: string;
  /** For `parseFacts`. Equal facts have equal endings. */
  facts: string;
}

/** `now`: the database's Unix seconds, by which addresses are signed. */
export interface GalleryPage {
  now: number;
  total: number;
  items: GalleryItemText[];
}

interface PageRow {
  now: number;
  total: number;
  items: string | null;
  facts: string | null;
}

const NUMBERED = {
  images: {
    shown: 'images where user_id = $1 and deleted_at is null',
    counters: 'image_count as total, next_image_seq - 1 as last',
    from: `page i ${OF_IMAGE}`,
    seq: 'i.seq',
  },
  favorites: {
    shown: 'favorites where user_id = $1 and not is_hidden',
    counters: 'favorite_count as total, next_favorite_seq - 1 as last',
    from: 'page f join images i on i.id = f.image_id join generations g on g.id = i.generation_id',
    seq: 'f.seq',
  },
};
type NumberedList = keyof typeof NUMBERED;

/** While nothing of a list is hidden, running numbers tell where a page begins. */
function pageByNumber(list: NumberedList, order: SortOrder): PreparedStatement {
  const { shown, counters, from, seq } = NUMBERED[list];
  const nth = order === 'desc' ? 'total - $3::bigint' : '$3::bigint + 1';
  return {
    name: `images_list_${list}_${order}`,
    text: `
with counters as (
  select ${counters} from gallery_counters where user_id = $1::uuid
), page as (
  select * from ${shown}
     and seq ${order === 'desc' ? '<=' : '>='} (
       select case when total = last then ${nth} else gallery_page_start($1, '${list}', ${nth}) end from counters)
   order by seq ${order} limit $2
)
select floor(extract(epoch from now()))::bigint as now, coalesce((select total from counters), 0) as total, page_text.*
  from (select string_agg(item, chr(30)) as items, string_agg(facts, chr(30)) as facts
          from (select ${ITEM} as item, ${FACTS} as facts from ${from} order by ${seq} ${order}) in_order) page_text`,
  };
}

const BY_NUMBER: Record<NumberedList, Record<SortOrder, PreparedStatement>> = {
  images: { asc: pageByNumber('images', 'asc'), desc: pageByNumber('images', 'desc') },
  favorites: { asc: pageByNumber('favorites', 'asc'), desc: pageByNumber('favorites', 'desc') },
};

export async function readNumberedPage(
  dataSource: DataSource,
  list: NumberedList,
  userId: string,
  { limit, skip, order }: { limit: number; skip: number; order: SortOrder },
): Promise<GalleryPage> {
  const [found] = await prepared<PageRow & Record<string, unknown>>(dataSource, BY_NUMBER[list][order], [
    userId,
    limit,
    skip,
  ]);
  const { now = 0, total = 0, items, facts } = found ?? {};
  if (!items || !facts) return { now, total, items: [] };
  const ends = facts.split(NEXT_ITEM);
  return { now, total, items: items.split(NEXT_ITEM).map((item, index) => ({ item, facts: ends[index] ?? '' })) };
}

const BY_ID: PreparedStatement = {
  name: 'images_gallery_items',
  text: `
select floor(extract(epoch from now()))::bigint as now, ${ITEM} as item, ${FACTS} as facts
  from unnest($2::uuid[]) with ordinality as wanted (id, place)
       join images i on i.id = wanted.id ${OF_IMAGE}
 where i.user_id = $1 and i.deleted_at is null
 order by wanted.place`,
};

/** In the order of `ids`, without images that are unknown, deleted or of another user. */
export async function readGalleryItems(
  dataSource: DataSource,
  userId: string,
  ids: string[],
): Promise<Omit<GalleryPage, 'total'>> {
  const items = await prepared<GalleryItemText & { now: number }>(dataSource, BY_ID, [userId, ids]);
  return { now: items[0]?.now ?? 0, items };
}
