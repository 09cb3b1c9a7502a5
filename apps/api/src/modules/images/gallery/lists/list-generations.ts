import type { GenerationSort, SortOrder } from '@app/contracts';
import type { DataSource } from 'typeorm';
import { prepared, type PreparedStatement } from '../../../../platform/database/prepared.js';
import { rows } from '../../../../platform/database/rows.js';
import { filteredPage } from './filtered-page.js';
import { isFiltered, type ListPage } from './list-filter.js';
import { pageBySeq } from './page-start.js';
import {
  emptyPage,
  GENERATION_JSON,
  NOW_SECONDS,
  WITH_QUEUE,
  type GenerationRow,
  type PageRow,
} from '../../shared/generation-rows.js';

const items = (from: string, place: string): string =>
  `coalesce((select json_agg(${GENERATION_JSON} order by ${place}) from ${from}), '[]') as items`;

const bySeq = (order: SortOrder): PreparedStatement => ({
  name: `images_list_generations_${order}`,
  text: `${WITH_QUEUE}, ${pageBySeq('generations', order)}
         select ${NOW_SECONDS} as now, coalesce((select total from counters), 0) as total, ${items('page g', `g.seq ${order}`)}`,
});
const BY_SEQ = { asc: bySeq('asc'), desc: bySeq('desc') };

/** How generations are found by marks and words. */
export const GENERATION_LOOK_UP = {
  favoriteSeqs: `select f.generation_seq from favorites f where f.user_id = $1 and not f.is_hidden`,
  foundSeq: 'p.generation_seq',
  foundJoin: '',
};

const SOURCE = {
  from: 'generations t where t.user_id = $1 and t.deleted_at is null',
  seq: 't.seq',
  count: 'generation_count',
  sorts: { created_at: '', prompt: 't.prompt_head', style: 't.style' },
  ...GENERATION_LOOK_UP,
};

/** One page of a person's generations and how many there are, by one statement. */
export async function listGenerations(
  dataSource: DataSource,
  userId: string,
  page: ListPage<GenerationSort>,
): Promise<PageRow<GenerationRow>> {
  if (page.sort === 'created_at' && !isFiltered(page)) {
    const params = [userId, page.limit, page.skip];
    const [found] = await prepared<PageRow<GenerationRow>>(dataSource, BY_SEQ[page.order], params);
    return found ?? emptyPage();
  }
  const { ctes, params } = filteredPage(userId, page, SOURCE);
  const [found] = await rows<PageRow<GenerationRow>>(
    dataSource,
    `${WITH_QUEUE}, ${ctes}
     select ${NOW_SECONDS} as now, coalesce((select total from counted), 0) as total, ${items('page p join generations g on g.user_id = $1 and g.seq = p.seq', 'p.place')}`,
    params,
  );
  return found ?? emptyPage();
}
