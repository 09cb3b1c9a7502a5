import { useCallback, useRef, useState } from 'react';
import { readTab, writeTab } from '../../../shared/storage/tab-storage';

const STORAGE_KEY = 'generate_visit';
const KEPT = 12;

const idsFrom = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string').slice(0, KEPT) : [];

/** Ids of the generations of this tab, newest first. */
export const readRecentIds = (): string[] => idsFrom(readTab(STORAGE_KEY));

export interface RecentGenerations {
  /** Generations of this tab, newest first. */
  ids: string[];
  selected: string | null;
  add: (id: string) => void;
  select: (id: string) => void;
  /** Its neighbour is selected in its place. */
  remove: (id: string) => void;
  /** Brings back what was removed, where it was, and selects it; also after the page was left. */
  putBack: (id: string) => void;
}

interface Shown {
  ids: string[];
  selected: string | null;
}

const added = ({ ids }: Shown, id: string, at: number): Shown => {
  const others = ids.filter((other) => other !== id);
  return { ids: [...others.slice(0, at), id, ...others.slice(at)].slice(0, KEPT), selected: id };
};

/** The next older one moves up; after the oldest, the one before it. */
const removed = ({ ids, selected }: Shown, id: string): Shown => {
  const at = ids.indexOf(id);
  const others = ids.filter((other) => other !== id);
  return { ids: others, selected: selected === id ? (others[at] ?? others.at(-1) ?? null) : selected };
};

/** What was asked for in this tab; survives a reload, so that a running image is found again. */
export function useRecentGenerations(): RecentGenerations {
  const [shown, setShown] = useState<Shown>(() => {
    const ids = readRecentIds();
    return { ids, selected: ids[0] ?? null };
  });
  // Read and written at once, because a message may call back after the page was left.
  const latest = useRef(shown);
  const places = useRef(new Map<string, number>());

  const change = useCallback((next: Shown) => {
    latest.current = next;
    writeTab(STORAGE_KEY, next.ids);
    setShown(next);
  }, []);
  const add = useCallback((id: string) => change(added(latest.current, id, 0)), [change]);
  const select = useCallback((id: string) => change({ ...latest.current, selected: id }), [change]);
  const remove = useCallback(
    (id: string) => {
      const at = latest.current.ids.indexOf(id);
      if (at < 0) return;
      places.current.set(id, at);
      change(removed(latest.current, id));
    },
    [change],
  );
  const putBack = useCallback((id: string) => change(added(latest.current, id, places.current.get(id) ?? 0)), [change]);
  return { ...shown, add, select, remove, putBack };
}
