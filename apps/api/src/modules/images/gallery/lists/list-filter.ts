import {
  STYLE_GROUPS,
  type GenerationStatus,
  type Model,
  type Size,
  type SortOrder,
  type Style,
  type StyleGroup,
} from '@app/contracts';
import { searchTerms, tokenNumbers } from '../../../../platform/text/search-tokens.js';
import type { RowStatus } from '../../shared/generation-rows.js';

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

/** What differs between pictures and generations. Rows are named `t`, their running number is `t.seq`. */
export interface FilteredRows {
  /** A query of the running numbers of the owner's (`$1`) favourites. */
  favoriteSeqs: string;
  /** Running numbers of what a row `p` of prompt_tokens stands for: an expression, and a join that it needs. */
  foundSeq: string;
  foundJoin: string;
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
  lookUp: FilteredRows,
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
  if (favorite !== undefined) found.push(`t.seq ${favorite ? 'in' : 'not in'} (${lookUp.favoriteSeqs})`);
  if (q !== undefined) found.push(...searchConditions(userId, q, lookUp, add));
  return found;
}

function searchConditions(
  userId: string,
  q: string,
  { foundSeq, foundJoin }: FilteredRows,
  add: (value: unknown) => string,
): string[] {
  const { tokens, parts } = searchTerms(q);
  if (tokens.length === 0) return ['false'];
  const held = `p.tokens @> ${add(tokenNumbers(userId, tokens))}::bigint[]`;
  const whole = parts.map((part) => ` and strpos(normalize(g.prompt, NFKC), ${add(part)}) > 0`);
  const prompts = whole.length > 0 ? 'join generations g on g.id = p.generation_id' : '';
  return [`t.seq in (select ${foundSeq} from prompt_tokens p ${prompts} ${foundJoin} where ${held}${whole.join('')})`];
}
