import type { GalleryItem } from '@app/contracts';
import { useState } from 'react';
import type { ImagePage } from '../../../api/endpoints/images';
import { changeItems, type ChangeItem } from './change-items';

export interface BufferedList {
  /** Which list and page it is. */
  view: string;
  /** The answer that was looked at last. */
  source: ImagePage;
  /** What was taken over. */
  kept: readonly GalleryItem[];
  /** Those of them that are not gone. */
  shown: readonly GalleryItem[];
  /** Length of the whole list when `kept` was taken over. */
  total: number;
  /** Images that have left the whole list since then. */
  gone: ReadonlySet<string>;
  /** Every image that has stood on this page. */
  seen: ReadonlySet<string>;
  /** New images that are held back. */
  arrived: number;
  /** Those of them that come before what is shown. */
  before: number;
}

function takeOver(source: ImagePage, view: string, seen: Iterable<string> = []): BufferedList {
  const ids = source.data.map(({ id }) => id);
  return {
    view,
    source,
    kept: source.data,
    shown: source.data,
    total: source.total,
    gone: new Set(),
    seen: new Set([...seen, ...ids]),
    arrived: 0,
    before: 0,
  };
}

/** New images push on the last ones; what is missing before one that is there was removed, here or elsewhere. */
function goneBy({ kept, gone }: BufferedList, source: ImagePage): ReadonlySet<string> {
  const present = new Set(source.data.map(({ id }) => id));
  const ids = kept.map(({ id }) => id);
  const last = ids.findLastIndex((id) => present.has(id));
  return new Set([...gone, ...ids.slice(0, Math.max(last, 0))].filter((id) => !present.has(id)));
}

/**
 * What stays where it is while the list grows. New images would push everything on while somebody is looking, so they
 * are counted and held back; what is shown is brought up to date in its place. Everything else that changes a list is the
 * person's own doing and is followed.
 */
export function updateBufferedList(before: BufferedList | null, source: ImagePage, view: string): BufferedList {
  if (before?.view !== view) return takeOver(source, view);
  const countUnseen = (items: readonly GalleryItem[]) => items.filter(({ id }) => !before.seen.has(id)).length;
  const shownIds = new Set(before.shown.map(({ id }) => id));
  const place = source.data.findIndex(({ id }) => shownIds.has(id));
  const unseen = countUnseen(source.data);
  // A deletion may have made the list as short as it was.
  const ahead = countUnseen(place < 0 ? source.data : source.data.slice(0, place));
  const countMore = (gone: ReadonlySet<string>) => source.total - (before.total - gone.size);
  // A place that was left is filled from the next page: such an image is unseen, but the list is no longer.
  if (before.shown.length === 0 || unseen === 0 || (countMore(before.gone) < unseen && ahead === 0))
    return takeOver(source, view, before.seen);
  const now = new Map(source.data.map((item) => [item.id, item]));
  const kept = before.kept.map((item) => now.get(item.id) ?? item);
  const gone = goneBy(before, source);
  const arrived = Math.max(countMore(gone), ahead);
  return {
    ...before,
    source,
    kept,
    shown: kept.filter(({ id }) => !gone.has(id)),
    gone,
    arrived,
    before: place < 0 ? arrived : place,
  };
}

/** Also what the answer no longer holds, because new images have pushed it on. `removed`: images that left the whole list. */
export function changeBufferedList(
  before: BufferedList,
  ids: readonly string[],
  change: ChangeItem,
  removed: readonly string[],
): BufferedList {
  // What is not held back follows the next answer.
  const gone = before.arrived > 0 ? new Set([...before.gone, ...removed]) : before.gone;
  const kept = changeItems(before.kept, ids, change);
  return { ...before, gone, kept, shown: changeItems(before.shown, ids, change) };
}

/** New images that are held back. */
export interface PendingArrivals {
  arrived: number;
  before: number;
  change: (ids: readonly string[], change: ChangeItem, removed: readonly string[]) => void;
  showArrived: () => void;
}

const nothing = () => undefined;
export const NO_ARRIVALS: PendingArrivals = { arrived: 0, before: 0, change: nothing, showArrived: nothing };

/** The list as it is shown, how many new images are held back, and the way to show them. */
export function useBufferedList(
  source: ImagePage | undefined,
  view: string,
): PendingArrivals & { items: readonly GalleryItem[] | null } {
  const [list, setList] = useState<BufferedList | null>(null);
  let current = list;
  if (source && (list?.source !== source || list.view !== view)) {
    current = updateBufferedList(list, source, view);
    setList(current);
  }
  const shown = source && current?.view === view ? current : null;
  return {
    items: shown?.shown ?? null,
    arrived: shown?.arrived ?? 0,
    before: shown?.before ?? 0,
    change: (ids, change, removed) => setList((before) => before && changeBufferedList(before, ids, change, removed)),
    showArrived: () => setList((before) => before && takeOver(before.source, before.view, before.seen)),
  };
}
