import { GALLERY_PAGE_SIZE, type GalleryItem } from '@app/contracts';
import { useMemo, useState } from 'react';
import type { HeldBack } from './buffered-list';
import { changeItems, type ChangeItem } from './change-items';
import type { ListMemory, PageSpan } from './list-memory';

interface Joined {
  items: readonly GalleryItem[];
  /** By image. */
  pages: ReadonlyMap<string, number>;
}

interface Parts {
  first: readonly GalleryItem[] | null;
  later: ListMemory['pages'];
  span: PageSpan & { memory: ListMemory };
  held: Pick<HeldBack, 'arrived' | 'before'>;
}

/** While new images are held back, those that they push on are on later pages, too, where they are known best. */
function updated(first: readonly GalleryItem[], later: ListMemory['pages']): readonly GalleryItem[] {
  const now = new Map([...later.values()].flat().map((item) => [item.id, item]));
  return first.map((item) => now.get(item.id) ?? item);
}

/** The images of these pages in their order, without the places of those that are held back. */
function join({ first, later, span: { from, to }, held }: Parts): Joined {
  const pages = new Map<string, number>();
  const known = held.arrived > 0 ? updated(first ?? [], later) : (first ?? []);
  const others = Array.from({ length: to - from }, (_, index) => {
    const leftOut = Math.max(held.before - (index + 1) * GALLERY_PAGE_SIZE, 0);
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
function goOn(before: Joined, now: Joined, firstPage: number): Joined {
  const latest = new Map(now.items.map((item) => [item.id, item]));
  const isFirst = (pages: Joined['pages'], { id }: GalleryItem) => pages.get(id) === firstPage;
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

/** The images of a span. While new ones are held back, it only grows. */
export function useJoinedPages({ first, later, span, held: { arrived, before } }: Parts) {
  const { from, to, memory } = span;
  const now = useMemo(
    () => join({ first, later, span: { from, to, memory }, held: { arrived, before } }),
    [first, later, from, to, memory, arrived, before],
  );
  const [shown, setShown] = useState({ now, memory, joined: now });
  let { joined } = shown;
  if (shown.now !== now || shown.memory !== memory) {
    joined = arrived > 0 && shown.memory === memory ? goOn(joined, now, from) : now;
    setShown({ now, memory, joined });
  }
  const { items, pages } = joined;
  return {
    items: first && items,
    pageOf: (id: string) => pages.get(id),
    change: (ids: readonly string[], change: ChangeItem) =>
      setShown((was) => ({ ...was, joined: { ...was.joined, items: changeItems(was.joined.items, ids, change) } })),
  };
}
