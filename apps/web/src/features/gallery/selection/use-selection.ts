import type { GalleryItem } from '@app/contracts';
import { useState } from 'react';

/** Which pictures are selected, over the pages of a list, while somebody is selecting. */
export function useSelection(items: readonly GalleryItem[]) {
  const [active, setActive] = useState(false);
  const [chosen, setChosen] = useState<ReadonlyMap<string, GalleryItem>>(new Map());
  const [anchor, setAnchor] = useState<string | null>(null);

  const put = (some: readonly GalleryItem[], on: boolean) =>
    setChosen((before) => {
      const next = new Map(before);
      for (const item of some) {
        if (on) next.set(item.id, item);
        else next.delete(item.id);
      }
      return next;
    });
  const toggle = (item: GalleryItem, range: boolean) => {
    const on = !chosen.has(item.id);
    const [from, to] = [items.findIndex(({ id }) => id === anchor), items.findIndex(({ id }) => id === item.id)];
    put(range && from >= 0 ? items.slice(Math.min(from, to), Math.max(from, to) + 1) : [item], range ? true : on);
    setActive(true);
    setAnchor(item.id);
  };
  const wholePage = items.length > 0 && items.every(({ id }) => chosen.has(id));
  return {
    active,
    chosen: [...chosen.values()],
    has: (id: string) => chosen.has(id),
    start: () => setActive(true),
    stop: () => {
      setActive(false);
      setChosen(new Map());
      setAnchor(null);
    },
    toggle,
    wholePage,
    togglePage: () => {
      setActive(true);
      put(items, !wholePage);
    },
    drop: (ids: readonly string[]) =>
      put(
        [...chosen.values()].filter(({ id }) => ids.includes(id)),
        false,
      ),
  };
}

export type Selection = ReturnType<typeof useSelection>;
