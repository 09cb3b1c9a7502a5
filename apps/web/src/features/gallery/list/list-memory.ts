import type { GalleryItem } from '@app/contracts';
import type { GridSpace } from '../grid/rows/build-rows';

/** The pages of a list that are shown one below the other. */
export interface PageRange {
  from: number;
  to: number;
}

/** What is known of a list that somebody scrolls through, so that Back finds everything where it was. */
export interface ListMemory {
  range: PageRange & { until: number };
  /** The images of its first page, and of each later one, as they were known last. */
  first: readonly GalleryItem[] | null;
  pages: ReadonlyMap<number, readonly GalleryItem[]>;
  space: GridSpace | null;
  /** Of rows that have been rendered in this space, by key. */
  rowHeights: Map<string, number>;
}

export const newMemory = (range: ListMemory['range']): ListMemory => ({
  range,
  first: null,
  pages: new Map(),
  space: null,
  rowHeights: new Map(),
});

export const note = (memory: ListMemory, part: Partial<ListMemory>): void => void Object.assign(memory, part);

/** Visits to a list that are remembered. */
const MOST_VISITS = 20;

interface Visits {
  owner: string | undefined;
  /** By entry of the history. */
  byEntry: Map<string, ListMemory>;
}

const visitsOfApps = new WeakMap<object, Visits>();

/** Nothing is left of them when somebody else has signed in. */
export function visitsOf(app: object, owner: string | undefined): Map<string, ListMemory> {
  const known = visitsOfApps.get(app);
  if (known?.owner === owner && known) return known.byEntry;
  const byEntry = new Map<string, ListMemory>();
  visitsOfApps.set(app, { owner, byEntry });
  return byEntry;
}

export function remember(visits: Map<string, ListMemory>, entry: string, memory: ListMemory): void {
  visits.delete(entry);
  visits.set(entry, memory);
  const [oldest] = visits.keys();
  if (visits.size > MOST_VISITS && oldest !== undefined) visits.delete(oldest);
}
