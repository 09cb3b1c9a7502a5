import { SEARCH_MAX } from '@app/contracts';
import { skipToken } from '@reduxjs/toolkit/query';
import {
  type PromptHistoryEntry,
  usePromptHistoryInfiniteQuery,
  usePromptSearchQuery,
} from '../../../../api/endpoints/generations';
import { useDebounced } from '../../../../shared/hooks/use-debounced';

const SEARCH_AFTER_MS = 250;

export const promptEntryKey = ({ prompt, negative_prompt }: PromptHistoryEntry): string =>
  `${prompt}\n${negative_prompt ?? ''}`;

/** Each wording once: where it stands first, which is as it was used last. */
const once = (entries: readonly PromptHistoryEntry[]): PromptHistoryEntry[] => {
  const firsts = new Map<string, PromptHistoryEntry>();
  for (const entry of entries) {
    const key = promptEntryKey(entry);
    if (!firsts.has(key)) firsts.set(key, entry);
  }
  return [...firsts.values()];
};

const matcher = (query: string): ((entry: PromptHistoryEntry) => boolean) => {
  const words = query.toLowerCase().split(/\s+/);
  return ({ prompt }) => words.every((word) => prompt.toLowerCase().includes(word));
};

export interface PromptEntries {
  /** Those that match, last used first; null while nothing is known. */
  found: PromptHistoryEntry[] | null;
  error: unknown;
  busy: boolean;
  retry: () => void;
  /** Asks for earlier ones; null when there are none, or a search covers them anyhow. */
  more: (() => void) | null;
}

/**
 * What a person asked for, narrowed to a query: at once among what is loaded, by parts of words too; and after a moment of
 * rest in the whole history, as the server finds it.
 */
export function usePromptEntries(query: string): PromptEntries {
  const history = usePromptHistoryInfiniteQuery();
  const wanted = query.trim().slice(0, SEARCH_MAX);
  const settled = useDebounced(wanted, SEARCH_AFTER_MS);
  const search = usePromptSearchQuery(wanted !== '' && settled === wanted && history.hasNextPage ? settled : skipToken);

  const loaded = history.data?.pages.flatMap(({ data }) => data);
  const near = loaded?.filter(matcher(wanted));
  return {
    found: near ? once([...near, ...(wanted === '' ? [] : (search.currentData ?? []))]) : null,
    error: history.error ?? search.error,
    busy: history.isFetching || search.isFetching || (history.hasNextPage && settled !== wanted),
    retry: () => {
      if (history.error) void history.refetch();
      else void search.refetch();
    },
    more: wanted === '' && history.hasNextPage ? () => void history.fetchNextPage() : null,
  };
}
