import type { GalleryItem } from '@app/contracts';
import { useEffect, useRef, useState } from 'react';
import { useStable } from '../../../shared/hooks/use-stable';
import { focusCard, imageAt } from '../grid/card-places';
import type { PageRange } from '../list/list-memory';
import { holdsPage } from '../list/use-page-range';

interface SelectionSource {
  items: readonly GalleryItem[];
  /** The pages that are shown. */
  range: PageRange;
  pageOf: (id: string) => number | undefined;
  /** Names the list without its page: a filter or another order makes another one. */
  list: string;
  /** Who loses the mark leaves this list. */
  leaves?: boolean;
}

/** An image that is selected, and where it stood when it was seen last. */
interface Chosen {
  item: GalleryItem;
  page: number;
  list: string;
}

/** By id. */
type Marked = ReadonlyMap<string, Chosen>;

const without = (marked: Marked, ids: readonly string[]): Marked =>
  new Map([...marked].filter(([id]) => !ids.includes(id)));

/** What is shown now is known better than when it was selected: it may have been finished, or have moved to this page. */
function knownBest(marked: Marked, items: readonly GalleryItem[], place: (item: GalleryItem) => Chosen): Chosen[] {
  const shown = new Map(items.map((item) => [item.id, item]));
  return [...marked.values()].map((each) => {
    const item = shown.get(each.item.id);
    return item ? place(item) : each;
  });
}

/** Where the selected images are. */
interface Whereabouts {
  /** Pages of this list, in order, the shown one among them if it holds some. */
  pages: readonly number[];
  /** Whether all of them are on the pages that are shown. */
  isHere: boolean;
  /** How many this list may not show: they were selected under another filter. */
  elsewhere: number;
}

function whereabouts(chosen: readonly Chosen[], shown: Pick<SelectionSource, 'list' | 'range'>): Whereabouts {
  const inList = chosen.filter(({ list }) => list === shown.list);
  const pages = [...new Set(inList.map(({ page }) => page))].toSorted((one, other) => one - other);
  const elsewhere = chosen.length - inList.length;
  return {
    pages,
    isHere: elsewhere === 0 && pages.length > 0 && pages.every((page) => holdsPage(shown.range, page)),
    elsewhere,
  };
}

/**
 * Selecting begins and ends by turning links into boxes and back, which takes the focus away with them. It returns to the
 * same image, or to the button that begins.
 */
function useKeptFocus(active: boolean): () => void {
  const image = useRef<string | null>(null);
  const before = useRef(active);
  useEffect(() => {
    if (before.current === active) return;
    before.current = active;
    if (document.activeElement !== document.body) return;
    if (image.current !== null && focusCard(image.current)) return;
    document.querySelector<HTMLElement>('[data-select]')?.focus({ preventScroll: true });
  }, [active]);
  return () => {
    image.current = imageAt(document.activeElement);
  };
}

/**
 * Which images are selected, while somebody is selecting. They stay selected over the pages of a list and over its
 * filters, until selecting ends.
 */
export function useSelection({ items, range, pageOf, list, leaves = false }: SelectionSource) {
  const [active, setActive] = useState(false);
  const [marked, setMarked] = useState<Marked>(new Map());
  const [anchor, setAnchor] = useState<string | null>(null);
  const keepFocus = useKeptFocus(active);

  const place = (item: GalleryItem): Chosen => ({ item, page: pageOf(item.id) ?? range.from, list });
  const put = (some: readonly GalleryItem[], on: boolean) =>
    setMarked((before) => {
      const next = new Map(before);
      for (const item of some) {
        if (on) next.set(item.id, place(item));
        else next.delete(item.id);
      }
      return next;
    });
  const turn = (on: boolean) => {
    if (on !== active) keepFocus();
    setActive(on);
  };
  const toggle = (item: GalleryItem, withRange: boolean) => {
    const on = !marked.has(item.id);
    const [from, to] = [items.findIndex(({ id }) => id === anchor), items.findIndex(({ id }) => id === item.id)];
    const inRange = withRange && from >= 0 && to >= 0;
    put(inRange ? items.slice(Math.min(from, to), Math.max(from, to) + 1) : [item], inRange || on);
    turn(true);
    setAnchor(item.id);
  };
  const stop = () => {
    turn(false);
    setMarked(new Map());
    setAnchor(null);
  };
  // Others may have been selected by the time that the server answers.
  const dropDeleted = useStable((ids: readonly string[]) => {
    const left = without(marked, ids);
    if (marked.size > 0 && left.size === 0) stop();
    else setMarked(left);
  });
  const chosen = knownBest(marked, items, place);
  const allShown = items.length > 0 && items.every(({ id }) => marked.has(id));
  return {
    active,
    leaves,
    chosen: chosen.map(({ item }) => item),
    ...whereabouts(chosen, { list, range }),
    has: (id: string) => marked.has(id),
    start: () => turn(true),
    stop,
    toggle,
    allShown,
    toggleShown: () => {
      turn(true);
      put(items, !allShown);
    },
    drop: (ids: readonly string[]) => setMarked((before) => without(before, ids)),
    /** Selecting ends with the last of them. */
    dropDeleted,
  };
}

export type Selection = ReturnType<typeof useSelection>;
