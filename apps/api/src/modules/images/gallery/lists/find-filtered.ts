import {
  LIST_FILTERS,
  MAX_IMAGES_PER_GENERATION,
  STYLE_GROUPS,
  type FavoriteSort,
  type GenerationSort,
  type GenerationStatus,
  type ListFilter,
} from '@app/contracts';
import type { DataSource } from 'typeorm';
import { oneRow } from '../../../../platform/database/rows.js';
import { searchTerms, tokenNumbers } from '../../../../platform/text/search-tokens.js';
import type { RowStatus } from '../../shared/row-status.js';
import { isFiltered, type ListPage } from './list-query.js';

export interface FoundPage {
  total: number;
  ids: string[];
}

/** Filtered rows are named `t`, with the columns of images and generations. */
interface FilteredList<S extends string> {
  rows: string;
  seq: string;
  /** What each order compares before the running number. */
  sorts: Record<S, string>;
  counter: 'image_count' | 'generation_count' | 'favorite_count';
  /** Joins the running number `p.seq` to the row `found`. */
  found: string;
  id: string;
  favorites: string;
  /** The running number of a row `p` of prompt_tokens, and a join that it needs. */
  searchedSeq: string;
  searchedJoin: string;
}

// For generate_series Postgres expects a thousand rows, and plans for millions.
const INDEXES = Array.from({ length: MAX_IMAGES_PER_GENERATION }, (_, index) => `(${index})`).join(', ');

const OF_IMAGES = {
  favorites: 'select f.image_seq from favorites f where f.user_id = $1 and not f.is_hidden',
  searchedSeq: 'p.first_image_seq + n.i',
  searchedJoin: `join (values ${INDEXES}) as n (i) on n.i < p.image_count`,
};

const IMAGES: FilteredList<GenerationSort> = {
  ...OF_IMAGES,
  rows: 'images t where t.user_id = $1 and t.deleted_at is null',
  seq: 't.seq',
  sorts: { created_at: '', prompt: 't.prompt_head', style: 't.style' },
  counter: 'image_count',
  found: 'images found on found.user_id = $1 and found.seq = p.seq',
  id: 'found.id',
};

const FAVORITES: FilteredList<FavoriteSort> = {
  ...OF_IMAGES,
  rows: 'favorites m join images t on t.id = m.image_id where m.user_id = $1 and not m.is_hidden',
  seq: 'm.seq',
  sorts: { favorited_at: '', created_at: 't.seq', prompt: 't.prompt_head', style: 't.style' },
  counter: 'favorite_count',
  found: 'favorites found on found.user_id = $1 and found.seq = p.seq',
  id: 'found.image_id',
};

const GENERATIONS: FilteredList<GenerationSort> = {
  rows: 'generations t where t.user_id = $1 and t.deleted_at is null',
  seq: 't.seq',
  sorts: { created_at: '', prompt: 't.prompt_head', style: 't.style' },
  counter: 'generation_count',
  found: 'generations found on found.user_id = $1 and found.seq = p.seq',
  id: 'found.id',
  favorites: 'select f.generation_seq from favorites f where f.user_id = $1 and not f.is_hidden',
  searchedSeq: 'p.generation_seq',
  searchedJoin: '',
};

const ROW_STATUSES: Record<GenerationStatus, RowStatus[]> = {
  pending: ['pending'],
  processing: ['processing'],
  completed: ['completed'],
  failed: ['failed', 'cancelled'],
};

interface Context {
  userId: string;
  list: Pick<FilteredList<string>, 'favorites' | 'searchedSeq' | 'searchedJoin'>;
  /** Answers the placeholder of a parameter. */
  add: (value: unknown) => string;
}

type FilterName = (typeof LIST_FILTERS)[number];
type Conditions = { [Name in FilterName]: (value: NonNullable<ListFilter[Name]>, context: Context) => string };

const CONDITIONS: Conditions = {
  style_group: (group, { add }) => `t.style = any(${add(STYLE_GROUPS[group])}::text[])`,
  style: (style, { add }) => `t.style = ${add(style)}`,
  model: (model, { add }) => `t.model = ${add(model)}`,
  size: (size, { add }) => `t.size = ${add(size)}`,
  status: (status, { add }) => `t.status = any(${add(ROW_STATUSES[status])}::text[])`,
  from: (day, { add }) => `t.created_at >= (${add(day)}::date)::timestamp at time zone 'UTC'`,
  to: (day, { add }) => `t.created_at < ((${add(day)}::date)::timestamp + interval '1 day') at time zone 'UTC'`,
  favorite: (isFavorite, { list }) => `t.seq ${isFavorite ? 'in' : 'not in'} (${list.favorites})`,
  q: searchCondition,
};

function searchCondition(q: string, { userId, list, add }: Context): string {
  const { tokens, parts } = searchTerms(q);
  if (tokens.length === 0) return 'false';
  const matchesTokens = `p.tokens @> ${add(tokenNumbers(userId, tokens))}::bigint[]`;
  const whole = parts.map((part) => ` and strpos(normalize(g.prompt, NFKC), ${add(part)}) > 0`);
  const prompts = whole.length > 0 ? 'join generations g on g.id = p.generation_id' : '';
  return `t.seq in (select ${list.searchedSeq} from prompt_tokens p ${prompts} ${list.searchedJoin} where ${matchesTokens}${whole.join('')})`;
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- ties a filter's value to its condition
function conditionsOf<Name extends FilterName>(name: Name, filter: ListFilter, context: Context): string[] {
  const value = filter[name];
  return value === undefined ? [] : [CONDITIONS[name](value, context)];
}

/** Page and total in one statement, each from an index. Search hits are materialized, so that they are found once. */
async function findFiltered<S extends string>(
  dataSource: Pick<DataSource, 'query'>,
  userId: string,
  page: ListPage<S>,
  list: FilteredList<S>,
): Promise<FoundPage> {
  const params: unknown[] = [userId, page.limit, page.skip];
  const context = { userId, list, add: (value: unknown) => `$${params.push(value)}` };
  const matches = LIST_FILTERS.flatMap((name) => conditionsOf(name, page, context)).map((one) => ` and ${one}`);
  const key = list.sorts[page.sort];
  const order = key === '' ? `seq ${page.order}` : `key ${page.order}, seq ${page.order}`;
  const isLookedUp = page.q !== undefined || page.favorite !== undefined;
  const total = isFiltered(page)
    ? 'select count(*) from hits'
    : `select ${list.counter} from gallery_counters where user_id = $1`;
  return oneRow(
    dataSource,
    `with hits as ${isLookedUp ? '' : 'not '}materialized (
       select ${list.seq} as seq${key === '' ? '' : `, ${key} as key`} from ${list.rows}${matches.join('')}
     ), page as (
       select seq, row_number() over () as place
         from (select seq from hits order by ${order} limit $2 offset $3) chosen
     )
     select coalesce((${total}), 0) as total,
            array(select ${list.id} from page p join ${list.found} order by p.place) as ids`,
    params,
  );
}

type FindPage<S extends string> = (
  dataSource: Pick<DataSource, 'query'>,
  userId: string,
  page: ListPage<S>,
) => Promise<FoundPage>;

export const findImages: FindPage<GenerationSort> = (dataSource, userId, page) =>
  findFiltered(dataSource, userId, page, IMAGES);

export const findFavorites: FindPage<FavoriteSort> = (dataSource, userId, page) =>
  findFiltered(dataSource, userId, page, FAVORITES);

export const findGenerations: FindPage<GenerationSort> = (dataSource, userId, page) =>
  findFiltered(dataSource, userId, page, GENERATIONS);
