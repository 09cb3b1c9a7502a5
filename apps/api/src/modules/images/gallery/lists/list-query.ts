import { LIST_FILTERS, type ListFilter, type SortOrder } from '@app/contracts';

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

export const isFiltered = (filter: ListFilter): boolean => LIST_FILTERS.some((name) => filter[name] !== undefined);
