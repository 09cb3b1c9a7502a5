import { conditions, isFiltered, type FilteredRows, type ListPage } from './list-filter.js';

/** Where the rows `t` of a list come from. */
export interface ListSource<S extends string> extends FilteredRows {
  /** `table t where …`, of the owner `$1`. */
  from: string;
  /** The running number, which settles ties of other orders. */
  seq: string;
  /** What each order goes by before the running number. */
  sorts: Record<S, string>;
  /** The counters's counter of all rows. */
  count: string;
}

/**
 * CTEs `counted` (`total`) and `page` (`seq` and `place`) of what is left of a list, with their parameters. Where an index
 * answers the conditions, the page and the total read it each for themselves; what is searched for is looked up once.
 */
export function filteredPage<S extends string>(
  userId: string,
  page: ListPage<S>,
  source: ListSource<S>,
): { ctes: string; params: unknown[] } {
  const params: unknown[] = [userId, page.limit, page.skip];
  const add = (value: unknown): string => `$${params.push(value)}`;
  const all = conditions(userId, page, source, add).map((condition) => ` and ${condition}`);
  const key = source.sorts[page.sort];
  const order = key === '' ? `seq ${page.order}` : `key ${page.order}, seq ${page.order}`;
  const hits = `select ${source.seq} as seq${key === '' ? '' : `, ${key} as key`} from ${source.from}${all.join('')}`;
  const isLookedUp = page.q !== undefined || page.favorite !== undefined;
  const total = isFiltered(page)
    ? 'select count(*) as total from hits'
    : `select ${source.count} as total from gallery_counters where user_id = $1`;
  return {
    ctes: `hits as ${isLookedUp ? '' : 'not '}materialized (${hits}), counted as (${total}),
           page as (select seq, row_number() over () as place
                      from (select seq from hits order by ${order} limit $2 offset $3) chosen)`,
    params,
  };
}
