export interface RowSpace {
  /** Of the list, in pixels like all of these. */
  width: number;
  /** Between two cells. */
  gap: number;
  /** Height at which a row is filled. */
  rowHeight: number;
  /** Around the image of a cell, on both sides together. */
  padding: number;
}

export interface LaidOutRow {
  /** Of its cells, in their order. */
  widths: readonly number[];
  /** Height of its images. */
  height: number;
}

/** Browsers lay out in steps of this part of a pixel; a row must not be wider than its list by one. */
const STEPS_PER_PX = 64;

function fillRow(ratios: readonly number[], free: number, isLast: boolean, space: RowSpace): LaidOutRow {
  const sum = ratios.reduce((total, ratio) => total + ratio, 0);
  // The last row ends as it is, unless nothing fits into what is left. One narrow image takes its share, as with `flex-grow`.
  const taken = isLast && free >= space.gap ? 0 : free * Math.min(1, sum);
  const height = space.rowHeight + (free < 0 ? free : taken) / sum;
  const widths = ratios.map((ratio) => Math.floor((height * ratio + space.padding) * STEPS_PER_PX) / STEPS_PER_PX);
  return { widths, height };
}

/** Rows as `JustifiedRows` has them by CSS, for lists of which only a part is rendered. */
export function layOutRows(ratios: readonly number[], space: RowSpace): LaidOutRow[] {
  const rows: LaidOutRow[] = [];
  for (let start = 0; start < ratios.length;) {
    let end = start;
    let free = space.width;
    for (; end < ratios.length; end += 1) {
      const cell = (ratios[end] ?? 1) * space.rowHeight + space.padding + (end > start ? space.gap : 0);
      if (end > start && cell > free) break;
      free -= cell;
    }
    rows.push(fillRow(ratios.slice(start, end), free, end === ratios.length, space));
    start = end;
  }
  return rows;
}
