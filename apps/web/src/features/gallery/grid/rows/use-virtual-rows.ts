import { GALLERY_PAGE_SIZE } from '@app/contracts';
import { useWindowVirtualizer, type Range, type Virtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { usePrinting } from './use-printing';
import { note, type ListMemory } from '../../list/list-memory';
import { buildRows, type GridRow, type GridSpace } from './build-rows';
import { BARS_PX, imageAt, restoreScrollAnchor, type ScrollAnchor } from '../card-places';
import { heightsOf, spaceOf } from './measure-rows';
import { indexesOf, placeAt, placeRows, type RenderedRow } from './place-rows';

/** About as high as a row: so many are rendered above and below the window as fill another one. */
const ROW_PX = 300;
/** Up to so many images are rendered wherever one has scrolled to, for the browser's search and for screen readers. */
const ALWAYS_RENDERED = 2 * GALLERY_PAGE_SIZE;

interface Options extends Omit<Parameters<typeof buildRows>[0], 'space'> {
  memory: ListMemory;
  /** An image whose row is rendered wherever one has scrolled to, as is that of the focus. */
  kept: string | null;
}

interface VirtualRows {
  list: RefObject<HTMLUListElement | null>;
  /** Whether the rows are laid out here; until their space is known, CSS does, and on paper. */
  isLaidOut: boolean;
  rendered: readonly RenderedRow[];
  /** Height of the rows after the last one that is rendered. */
  roomBelow: number;
  /** The rows in the window and around it. */
  near: readonly GridRow[];
}

function useSpace(memory: ListMemory) {
  const list = useRef<HTMLUListElement>(null);
  const [space, setSpace] = useState(memory.space);
  const [top, setTop] = useState(0);
  const measureTop = useCallback(() => {
    if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
  }, []);
  /** Answers whether it has changed. */
  const measureSpace = useCallback(() => {
    const next = list.current && spaceOf(list.current);
    if (!next || JSON.stringify(next) === JSON.stringify(memory.space)) return false;
    note(memory, { space: next, rowHeights: new Map() });
    setSpace(next);
    return true;
  }, [memory]);
  return { list, space, top, measureTop, measureSpace };
}

interface Layout {
  memory: ListMemory;
  /** How many rows are rendered above and below the window. */
  overscan: number;
  rows: readonly GridRow[];
  space: GridSpace | null;
  top: number;
  kept: string | null;
  anchor: RefObject<ScrollAnchor | null>;
}

function useRowVirtualizer({ memory, overscan, rows, space, top, kept, anchor }: Layout) {
  // Heights hold for rows of this width.
  const keyOf = useCallback((index: number) => `${space?.width} ${rows[index]?.key ?? index}`, [rows, space?.width]);
  const virtualizer = useWindowVirtualizer({
    count: space ? rows.length : 0,
    estimateSize: (index) => memory.rowHeights.get(keyOf(index)) ?? rows[index]?.height ?? 0,
    getItemKey: keyOf,
    gap: space?.gap ?? 0,
    scrollMargin: top,
    overscan,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    rangeExtractor: useCallback(
      (range: Range) => indexesOf(range, rows, [kept, anchor.current?.id ?? null, imageAt(document.activeElement)]),
      [rows, kept, anchor],
    ),
  });
  useLayoutEffect(() => {
    // Most browsers keep what is looked at in its place by themselves, also as rows come and go.
    if ('overflowAnchor' in document.documentElement.style)
      virtualizer.shouldAdjustScrollPositionOnItemSizeChange = () => false;
  }, [virtualizer]);
  return virtualizer;
}

/** The rows of a list, of which only those near the window are rendered; room is kept for the others. */
export function useVirtualRows({ memory, kept, items, waiting, dayOf }: Options): VirtualRows {
  const { list, top, measureTop, measureSpace, ...measured } = useSpace(memory);
  const isPrinting = usePrinting();
  const space = isPrinting ? null : measured.space;
  const awaited = isPrinting ? null : waiting;
  const rows = useMemo(() => buildRows({ items, waiting: awaited, dayOf, space }), [items, awaited, dayOf, space]);
  /** What was looked at when the space changed, until the rows are laid out in the new one. */
  const anchor = useRef<ScrollAnchor | null>(null);
  const virtualizer = useRowVirtualizer({ memory, overscan: overscanOf(rows, items), rows, space, top, kept, anchor });

  const measureHeights = useCallback(() => {
    if (!list.current || !memory.space || isPrinting) return;
    for (const [index, height] of heightsOf(list.current)) {
      memory.rowHeights.set(String(virtualizer.options.getItemKey(index)), height);
      virtualizer.resizeItem(index, height);
    }
  }, [list, memory, isPrinting, virtualizer]);
  // Before the list is painted.
  useLayoutEffect(() => void measureSpace(), [measureSpace]);
  useLayoutEffect(() => {
    if (anchor.current) restoreScrollAnchor(anchor.current);
    anchor.current = null;
    measureTop();
    measureHeights();
  });
  useEffect(() => {
    if (!list.current || isPrinting) return undefined;
    const observer = new ResizeObserver(() => {
      // Where it stood: cells of the width before wrap anew in the new one.
      const line = (virtualizer.scrollOffset ?? 0) + BARS_PX;
      const place = placeAt(line, rows, virtualizer.getVirtualItemForOffset(line));
      // In the frame that changed it, or one would see it with the rows of the width before.
      flushSync(() => {
        if (measureSpace()) anchor.current = place;
        else measureHeights();
      });
    });
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [list, rows, virtualizer, isPrinting, measureSpace, measureHeights, anchor]);

  // Nothing more has to be asked for to be printed.
  if (!space) return { ...allOf(rows), list, near: isPrinting ? [] : rows };
  const { gap } = virtualizer.options;
  const { rendered, end } = placeRows(rows, virtualizer.getVirtualItems(), top, gap);
  return {
    list,
    isLaidOut: true,
    rendered,
    roomBelow: Math.max(top + virtualizer.getTotalSize() - end - gap, 0),
    near: rowsAround(virtualizer, rows),
  };
}

function overscanOf(rows: readonly GridRow[], items: Options['items']): number {
  const perWindow = Math.ceil(window.innerHeight / ROW_PX);
  if (items.length > ALWAYS_RENDERED) return perWindow;
  // With the prints of one page.
  const end = rows.findIndex(({ cells }) => cells.some(({ item, index }) => !item && index >= GALLERY_PAGE_SIZE));
  return Math.max(perWindow, end < 0 ? rows.length : end);
}

const rowsAround = ({ range, options: { overscan } }: Virtualizer<Window, Element>, rows: readonly GridRow[]) =>
  range ? rows.slice(Math.max(range.startIndex - overscan, 0), range.endIndex + overscan + 1) : [];

const allOf = (rows: readonly GridRow[]) => ({
  isLaidOut: false,
  rendered: rows.map((row, index) => ({ row, index, roomAbove: 0 })),
  roomBelow: 0,
});
