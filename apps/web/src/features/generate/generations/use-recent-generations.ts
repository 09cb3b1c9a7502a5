import { useEffect, useState } from 'react';
import { readTab, writeTab } from '../../../shared/storage/tab-storage';

const STORAGE_KEY = 'generate_visit';
const KEPT = 12;

const idsFrom = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string').slice(0, KEPT) : [];

/** Ids of the generations of this tab, newest first. */
export const readRecentIds = (): string[] => idsFrom(readTab(STORAGE_KEY));

/** Also of those that the tab does not keep, because they are too many or storage is withheld. */
const askedHere = new Set<string>();

/** Whether a generation is of this tab. */
export const isOfThisTab = (id: string): boolean => askedHere.has(id) || readRecentIds().includes(id);

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

const readRecent = (): Shown => {
  const ids = readRecentIds();
  return { ids, selected: ids[0] ?? null };
};

const pages = new Set<(shown: Shown) => void>();
const places = new Map<string, number>();
let shownNow = readRecent();

/** An answer may come, or a message call back, after the page was left: then what was stored counts. */
const current = (): Shown => (pages.size > 0 ? shownNow : readRecent());

function change(next: Shown): void {
  shownNow = next;
  writeTab(STORAGE_KEY, next.ids);
  pages.forEach((show) => show(next));
}

const CHANGES = {
  add: (id) => {
    askedHere.add(id);
    change(added(current(), id, 0));
  },
  select: (id) => change({ ...current(), selected: id }),
  remove: (id) => {
    const at = current().ids.indexOf(id);
    if (at < 0) return;
    places.set(id, at);
    change(removed(current(), id));
  },
  putBack: (id) => change(added(current(), id, places.get(id) ?? 0)),
} satisfies Partial<RecentGenerations>;

/** What was asked for in this tab; survives a reload, so that a running image is found again. */
export function useRecentGenerations(): RecentGenerations {
  const [shown, setShown] = useState(() => (shownNow = readRecent()));
  useEffect(() => {
    pages.add(setShown);
    setShown(shownNow);
    return () => void pages.delete(setShown);
  }, []);
  return { ...shown, ...CHANGES };
}
