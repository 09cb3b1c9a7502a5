import type { GenerationStatus, Model, Size, SortOrder, Style, StyleGroup } from '@app/contracts';

export interface ListFilter {
  style_group?: StyleGroup | undefined;
  style?: Style | undefined;
  model?: Model | undefined;
  size?: Size | undefined;
  status?: GenerationStatus | undefined;
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

export interface ListQuery<S extends string> extends Sorted<S> {
  page: number;
}

export interface ListPage<S extends string> extends Sorted<S> {
  skip: number;
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
