import { GALLERY_PAGE_SIZE, type GalleryItem } from '@app/contracts';
import { rowRatio } from '../../../../shared/ui/images/justified-rows';
import { cardShape } from '../card-shape';
import { layOutRows, type LaidOutRow, type RowSpace } from '../../../../shared/ui/images/lay-out-rows';

export interface GridSpace extends RowSpace {
  /** What a cell has above and below its image, in pixels. */
  strip: number;
}

export interface GridCell {
  key: string;
  /** Null for a grey print. */
  item: GalleryItem | null;
  shape: { width: number; height: number };
  /** In the list of images, or of grey prints. */
  index: number;
}

export interface GridRow {
  key: string;
  /** The heading of the day of this image, instead of cells. */
  day: GalleryItem | null;
  cells: readonly GridCell[];
  /** Of its cells; null where CSS lays them out. */
  widths: readonly number[] | null;
  /** As it will be, in pixels, unless something stands below a strip. */
  height: number;
}

interface GridContent {
  items: readonly GalleryItem[];
  /** Grey prints that stand after the images, from this page on. */
  waiting: { page: number; count: number } | null;
  /** Null where days have no headings. */
  dayOf: ((item: GalleryItem) => string) | null;
  /** Null while it is not known. */
  space: GridSpace | null;
}

const HEADING_PX = 32;

/** Images of the same day, with the grey prints after the last. */
function splitByDay({ items, waiting, dayOf, space }: GridContent): GridCell[][] {
  const parts: GridCell[][] = [];
  let day: string | null = null;
  items.forEach((item, index) => {
    const next = dayOf?.(item) ?? '';
    if (next !== day) parts.push([]);
    day = next;
    parts.at(-1)?.push({ key: item.id, item, shape: cardShape(item), index });
  });
  // All of them have to be rendered to be laid out by CSS.
  const prints = Math.min(waiting?.count ?? 0, space ? Infinity : GALLERY_PAGE_SIZE);
  for (let index = 0; index < prints; index += 1) {
    // Images are often of the shapes of those before them.
    const shape = items[index % items.length];
    // New ones for each page: those before are taken away, not moved.
    if (shape) parts.at(-1)?.push({ key: `waiting ${waiting?.page} ${index}`, item: null, shape, index });
  }
  return parts;
}

function rowsOf(cells: readonly GridCell[], space: GridSpace | null): GridRow[] {
  const laidOut: (LaidOutRow | null)[] = space
    ? layOutRows(
        cells.map((cell) => rowRatio(cell.shape)),
        space,
      )
    : [null];
  let start = 0;
  return laidOut.map((row) => {
    const own = cells.slice(start, row ? start + row.widths.length : undefined);
    start += own.length;
    const [first] = own;
    return {
      key: `${first?.key} ${own.length}`,
      day: null,
      cells: own,
      widths: row?.widths ?? null,
      height: (row?.height ?? 0) + (space?.strip ?? 0),
    };
  });
}

/** The rows of a list of images; where the space is not known, each day is one. */
export function buildRows(content: GridContent): GridRow[] {
  return splitByDay(content).flatMap((cells) => {
    const [first] = cells;
    const rows = rowsOf(cells, content.space);
    if (!content.dayOf || !first?.item) return rows;
    return [{ key: `day ${first.item.id}`, day: first.item, cells: [], widths: null, height: HEADING_PX }, ...rows];
  });
}
