import {
  STYLE_GROUPS,
  type GenerationStatus,
  type Model,
  type Size,
  type SortOrder,
  type Style,
  type StyleGroup,
} from '@app/contracts';
import { searchTerms, tokenNumbers } from '../../../platform/text/search-tokens.js';
import type { RowStatus } from './row-shapes.js';

export interface ListFilter {
  style_group?: StyleGroup | undefined;
  style?: Style | undefined;
  model?: Model | undefined;
  size?: Size | undefined;
  status?: GenerationStatus | undefined;
  /** First and last UTC day of asking. */
  from?: string | undefined;
  to?: string | undefined;
  favorite?: boolean | undefined;
  q?: string | undefined;
}

interface Sorted<S extends string> extends ListFilter {
  limit: number;
  sort: S;
  order: SortOrder;
}

/** What is asked of a list; `page` from 1. */
export interface ListQuery<S extends string> extends Sorted<S> {
  page: number;
}

/** One page of a list, and what it is a page of; `skip` rows before it. */
export interface ListPage<S extends string> extends Sorted<S> {
  skip: number;
}

const ROW_STATUSES: Record<GenerationStatus, RowStatus[]> = {
  pending: ['pending'],
  processing: ['processing'],
  completed: ['completed'],
  failed: ['failed', 'cancelled'],
};

const day = (param: string): string => `(${param}::date)::timestamp`;

/** What differs between pictures and generations. Rows are named `t`. */
export interface FilteredRows {
  /** Column with the generation's id. */
  generationId: string;
  /** Whether a row is a favourite, of the owner `$1`. */
  isFavorite: string;
}

export const isFiltered = (filter: ListFilter): boolean =>
  [
    filter.style_group,
    filter.style,
    filter.model,
    filter.size,
    filter.status,
    filter.from,
    filter.to,
    filter.favorite,
    filter.q,
  ].some((value) => value !== undefined);

/** Conditions on rows `t` of the owner `$1`; `add` takes a value and answers its parameter. */
export function conditions(
  userId: string,
  filter: ListFilter,
  { generationId, isFavorite }: FilteredRows,
  add: (value: unknown) => string,
): string[] {
  const { style_group: group, style, model, size, status, from, to, favorite, q } = filter;
  const found: string[] = [];
  if (group) found.push(`t.style = any(${add(STYLE_GROUPS[group])}::text[])`);
  if (style) found.push(`t.style = ${add(style)}`);
  if (model) found.push(`t.model = ${add(model)}`);
  if (size) found.push(`t.size = ${add(size)}`);
  if (status) found.push(`t.status = any(${add(ROW_STATUSES[status])}::text[])`);
  if (from) found.push(`t.created_at >= ${day(add(from))} at time zone 'UTC'`);
  if (to) found.push(`t.created_at < (${day(add(to))} + interval '1 day') at time zone 'UTC'`);
  if (favorite !== undefined) found.push(`${favorite ? '' : 'not '}${isFavorite}`);
  if (q !== undefined) found.push(...searchConditions(userId, q, generationId, add));
  return found;
}

function searchConditions(userId: string, q: string, generationId: string, add: (value: unknown) => string): string[] {
  const { tokens, parts } = searchTerms(q);
  if (tokens.length === 0) return ['false'];
  const hits = `${generationId} in (select generation_id from prompt_tokens
                                     where tokens @> ${add(tokenNumbers(userId, tokens))}::bigint[])`;
  const whole = parts.map(
    (part) =>
      `exists (select 1 from generations s
                where s.id = ${generationId} and strpos(normalize(s.prompt, NFKC), ${add(part)}) > 0)`,
  );
  return [hits, ...whole];
}
