import { PADDING_PX } from '../../../../shared/ui/images/image-grid';
import type { GridSpace } from './build-rows';

const cellsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>(':scope > [data-row]')];

/** The height of each row that is rendered, by its index. */
export function heightsOf(list: HTMLElement): Map<number, number> {
  const heights = new Map<number, number>();
  for (const cell of cellsOf(list)) {
    const row = Number(cell.dataset.row);
    heights.set(row, Math.max(heights.get(row) ?? 0, cell.getBoundingClientRect().height));
  }
  return heights;
}

/** Null where nothing can be measured. */
export function spaceOf(list: HTMLElement): GridSpace | null {
  const { width } = list.getBoundingClientRect();
  const style = getComputedStyle(list);
  const rowHeight = Number.parseFloat(style.getPropertyValue('--row'));
  const strips = cellsOf(list).flatMap((cell) => {
    const face = cell.style.getPropertyValue('--ratio') === '' ? null : cell.firstElementChild;
    return face ? [Math.round(cell.getBoundingClientRect().height - face.getBoundingClientRect().height)] : [];
  });
  if (width === 0 || strips.length === 0 || !(rowHeight > 0)) return null;
  return {
    width,
    gap: Number.parseFloat(style.columnGap),
    rowHeight,
    padding: PADDING_PX,
    // Where something stands below it, a cell is higher.
    strip: Math.min(...strips),
  };
}
