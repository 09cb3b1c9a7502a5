import type { SortOrder } from '@app/contracts';
import { GAP_LEVELS, type GalleryList } from '../page-index.js';

interface NumberedList {
  /** Table of the rows that have the running numbers, and which of them are shown. */
  table: string;
  shown: string;
  count: string;
  next: string;
}

const LISTS: Record<GalleryList, NumberedList> = {
  images: { table: 'images', shown: 'deleted_at is null', count: 'image_count', next: 'next_image_seq' },
  generations: {
    table: 'generations',
    shown: 'deleted_at is null',
    count: 'generation_count',
    next: 'next_generation_seq',
  },
  favorites: { table: 'favorites', shown: 'not is_hidden', count: 'favorite_count', next: 'next_favorite_seq' },
};

const { small, large } = GAP_LEVELS;
/** Number of the first small block in a large one, and how many come behind it. */
const first = `(large.n << ${large.bits - small.bits})`;
const LAST_SMALL = (1 << (large.bits - small.bits)) - 1;

/** The last of some blocks, numbered `s.n`, with fewer than `k` shown rows before it, and how many: `below`. */
const lastBlock = (blocks: string, list: GalleryList, { level, base }: { level: number; base: string }) => `
  select n, below from (
    select s.n, ${base} - coalesce(sum(g.gaps) over (order by s.n rows between unbounded preceding and 1 preceding), 0)::bigint
                as below
      from ${blocks} left join gallery_page_index g on g.user_id = $1 and g.list = '${list}' and g.level = ${level} and g.block = s.n
  ) blocks where below < (select k from wanted) order by n desc limit 1`;

/**
 * CTEs `counters` (`total`: rows shown) and `page` (the rows of one page) of a list by its running numbers; `$1` is
 * the owner, `$2` the rows of a page, `$3` the rows before it. While nothing was removed, the number at which a page begins
 * can be told; else it is found by the gaps of the blocks before it. So every page costs about what the first one costs.
 */
export function pageBySeq(list: GalleryList, order: SortOrder): string {
  const { table, shown, count, next } = LISTS[list];
  const isNewestFirst = order === 'desc';
  return `
  counters as (select ${count} as total, ${next} - 1 as last from gallery_counters where user_id = $1),
  wanted as (select ${isNewestFirst ? 'total - $3::bigint' : '$3::bigint + 1'} as k, total = last as dense, last from counters),
  large as (${lastBlock(`wanted, generate_series(0, (last - 1) >> ${large.bits}) s (n)`, list, {
    level: large.level,
    base: `(s.n << ${large.bits})`,
  })}),
  small as (${lastBlock(`large, generate_series(${first}, ${first} + ${LAST_SMALL}) s (n)`, list, {
    level: small.level,
    base: `large.below + ((s.n - ${first}) << ${small.bits})`,
  })}),
  start as (
    select seq from ${table}
     where user_id = $1 and ${shown} and seq > (select n << ${small.bits} from small)
     order by seq limit 1 offset (select (select k from wanted) - below - 1 from small)),
  page as (
    select * from ${table}
     where user_id = $1 and ${shown}
       and seq ${isNewestFirst ? '<=' : '>='} (select case when dense then k else (select seq from start) end from wanted)
     order by seq ${order} limit $2)`;
}
