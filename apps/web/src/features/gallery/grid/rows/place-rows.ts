import { defaultRangeExtractor, type Range, type VirtualItem } from '@tanstack/react-virtual';
import type { GridRow } from './build-rows';
import type { ScrollAnchor } from '../card-places';

export interface RenderedRow {
  row: GridRow;
  index: number;
  /** Height of the rows before it that are not rendered. */
  roomAbove: number;
}

/** The rows of a range, those around it, and those that are kept with their neighbours, so that a focus can move on. */
export function indexesOf(range: Range, rows: readonly GridRow[], kept: readonly (string | null)[]): number[] {
  const indexes = new Set(defaultRangeExtractor(range));
  for (const id of kept) {
    const at = id === null ? -1 : rows.findIndex(({ cells }) => cells.some(({ item }) => item?.id === id));
    if (at < 0) continue;
    // A heading may stand between two rows of images.
    for (let index = Math.max(at - 2, 0); index <= Math.min(at + 2, rows.length - 1); index += 1) indexes.add(index);
  }
  return [...indexes].sort((one, other) => one - other);
}

/** What stands at a line of the list; null where the list is below it. */
export function placeAt(line: number, rows: readonly GridRow[], item: VirtualItem | undefined): ScrollAnchor | null {
  const id = item && rows.slice(item.index).find(({ cells }) => cells.length > 0)?.cells[0]?.item?.id;
  if (!id || item.start > line) return null;
  return { id, above: Math.min((line - item.start) / item.size, 1) };
}

/** Where rows that are rendered stand among those that are not. `start`: of the list, from the top of the page. */
export function placeRows(rows: readonly GridRow[], items: readonly VirtualItem[], start: number, gap: number) {
  let end = start - gap;
  const rendered = items.flatMap(({ index, start: top, end: bottom }): RenderedRow[] => {
    const row = rows[index];
    if (!row) return [];
    const roomAbove = top - end - 2 * gap;
    end = bottom;
    return [{ row, index, roomAbove: Math.max(roomAbove, 0) }];
  });
  return { rendered, end };
}
