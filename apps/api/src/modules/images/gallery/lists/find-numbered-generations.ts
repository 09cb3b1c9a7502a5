import type { SortOrder } from '@app/contracts';
import type { DataSource } from 'typeorm';
import { prepared, type PreparedStatement } from '../../../../platform/database/prepared.js';
import type { FoundPage } from './find-filtered.js';

/** While no generation is hidden, running numbers tell where a page begins. */
function pageByNumber(order: SortOrder): PreparedStatement {
  const nth = order === 'desc' ? 'total - $3::bigint' : '$3::bigint + 1';
  return {
    name: `images_find_generations_${order}`,
    text: `
with counters as (
  select generation_count as total, next_generation_seq - 1 as last from gallery_counters where user_id = $1::uuid
)
select coalesce((select total from counters), 0) as total, array(
  select id from generations
   where user_id = $1 and deleted_at is null
     and seq ${order === 'desc' ? '<=' : '>='} (
       select case when total = last then ${nth} else gallery_page_start($1, 'generations', ${nth}) end from counters)
   order by seq ${order} limit $2) as ids`,
  };
}

const BY_NUMBER = { asc: pageByNumber('asc'), desc: pageByNumber('desc') };

export async function findNumberedGenerations(
  dataSource: DataSource,
  userId: string,
  { limit, skip, order }: { limit: number; skip: number; order: SortOrder },
): Promise<FoundPage> {
  type Row = FoundPage & Record<string, unknown>;
  const [found] = await prepared<Row>(dataSource, BY_NUMBER[order], [userId, limit, skip]);
  return found ?? { total: 0, ids: [] };
}
