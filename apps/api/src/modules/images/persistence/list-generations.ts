import type { GenerationSort, SortOrder } from '@app/contracts';
import type { DataSource } from 'typeorm';
import { prepared, type PreparedStatement } from '../../../platform/database/prepared.js';
import { emptyPage, GENERATION_JSON, NOW_SECONDS, WITH_LINE, type GenerationRow, type PageRow } from './row-shapes.js';

// The person's running number stands for the time of creation and settles ties of the other two.
const SORT_KEYS: Record<GenerationSort, string> = {
  created_at: '',
  prompt: 'left(prompt, 100) ORDER, ',
  style: 'style ORDER, ',
};

// While nothing was removed the running numbers have no gaps, and a page begins at a number that can be told: far pages
// cost what the first one costs.
const FIRST_OF_PAGE: Record<SortOrder, string> = {
  desc: 'seq <= (select case when dense then total - $3 else last end from shelf)',
  asc: 'seq > (select case when dense then $3 else 0 end from shelf)',
};

function statement(sort: GenerationSort, order: SortOrder): PreparedStatement {
  const bySeq = sort === 'created_at';
  return {
    name: `images_list_generations_${sort}_${order}`,
    text: `
      ${WITH_LINE}, shelf as (
        select generation_count as total, next_generation_seq - 1 as last,
               generation_count = next_generation_seq - 1 as dense
          from shelves where user_id = $1
      ), page as (
        select id, row_number() over () as place from (
          select id from generations
           where user_id = $1 and deleted_at is null ${bySeq ? `and ${FIRST_OF_PAGE[order]}` : ''}
           order by ${SORT_KEYS[sort].replace('ORDER', order)} seq ${order}
           limit $2 offset ${bySeq ? '(select case when dense then 0 else $3 end from shelf)' : '$3'}) chosen
      )
      select ${NOW_SECONDS} as now, coalesce((select total from shelf), 0) as total,
             coalesce((select json_agg(${GENERATION_JSON} order by p.place) from page p join generations g using (id)), '[]')
             as items`,
  };
}

const byOrder = (sort: GenerationSort): Record<SortOrder, PreparedStatement> => ({
  asc: statement(sort, 'asc'),
  desc: statement(sort, 'desc'),
});
const STATEMENTS: Record<GenerationSort, Record<SortOrder, PreparedStatement>> = {
  created_at: byOrder('created_at'),
  prompt: byOrder('prompt'),
  style: byOrder('style'),
};

export interface GenerationPage {
  limit: number;
  /** Generations before the page. */
  skip: number;
  sort: GenerationSort;
  order: SortOrder;
}

/** One page of a person's generations and how many there are, by one statement. */
export async function listGenerations(
  dataSource: DataSource,
  userId: string,
  { limit, skip, sort, order }: GenerationPage,
): Promise<PageRow<GenerationRow>> {
  const [page] = await prepared<PageRow<GenerationRow>>(dataSource, STATEMENTS[sort][order], [userId, limit, skip]);
  return page ?? emptyPage();
}
