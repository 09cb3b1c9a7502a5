import { GALLERY_PAGE_SIZE, type GalleryItem } from '@app/contracts';
import { useMemo, useState } from 'react';
import type { PendingArrivals } from './buffered-list';
import { changeItems, type ChangeItem } from './change-items';
import type { ListMemory, PageRange } from './list-memory';

interface Merged {
  items: readonly GalleryItem[];
  /** By image. */
  pages: ReadonlyMap<string, number>;
}

interface Parts {
  first: readonly GalleryItem[] | null;
  later: ListMemory['pages'];
  range: PageRange & { memory: ListMemory };
  arrivals: Pick<PendingArrivals, 'arrived' | 'before'>;
}

/** While new images are held back, those that they push on are on later pages, too, where they are known best. */
function updated(first: readonly GalleryItem[], later: ListMemory['pages']): readonly GalleryItem[] {
  const now = new Map([...later.values()].flat().map((item) => [item.id, item]));
  return first.map((item) => now.get(item.id) ?? item);
}

/** The images of these pages in their order, without the places of those that are held back. */
function mergePages({ first, later, range: { from, to }, arrivals }: Parts): Merged {
  const pages = new Map<string, number>();
  const known = arrivals.arrived > 0 ? updated(first ?? [], later) : (first ?? []);
  const others = Array.from({ length: to - from }, (_, index) => {
    const leftOut = Math.max(arrivals.before - (index + 1) * GALLERY_PAGE_SIZE, 0);
    return (later.get(from + 1 + index) ?? []).slice(leftOut);
  });
  const items = [known, ...others].flatMap((data, index) =>
    data.filter(({ id }) => {
      if (pages.has(id)) return false;
      pages.set(id, from + index);
      return true;
    }),
  );
  return { items, pages };
}

/**
 * What was shown stays where it was, though it may have been pushed on to a page that is not asked for. Only the first page
 * knows what is gone.
 */
function appendPages(before: Merged, now: Merged, firstPage: number): Merged {
  const latest = new Map(now.items.map((item) => [item.id, item]));
  const isFirst = (pages: Merged['pages'], { id }: GalleryItem) => pages.get(id) === firstPage;
  return {
    items: [
      ...now.items.filter((item) => isFirst(now.pages, item)),
      ...before.items
        .filter((item) => !isFirst(before.pages, item) && !isFirst(now.pages, item))
        .map((item) => latest.get(item.id) ?? item),
      ...now.items.filter((item) => !isFirst(now.pages, item) && !before.pages.has(item.id)),
    ],
    pages: new Map([...before.pages, ...now.pages]),
  };
}

/** The images of a range. While new ones are held back, it only grows. */
export function useMergedItems({ first, later, range, arrivals: { arrived, before } }: Parts) {
  const { from, to, memory } = range;
  const now = useMemo(
    () => mergePages({ first, later, range: { from, to, memory }, arrivals: { arrived, before } }),
    [first, later, from, to, memory, arrived, before],
  );
  const [shown, setShown] = useState({ now, memory, merged: now });
  let { merged } = shown;
  if (shown.now !== now || shown.memory !== memory) {
    merged = arrived > 0 && shown.memory === memory ? appendPages(merged, now, from) : now;
    setShown({ now, memory, merged });
  }
  const { items, pages } = merged;
  return {
    items: first && items,
    pageOf: (id: string) => pages.get(id),
    change: (ids: readonly string[], change: ChangeItem) =>
      setShown((was) => ({ ...was, merged: { ...was.merged, items: changeItems(was.merged.items, ids, change) } })),
  };
}
