import { describe, expect, it } from '@jest/globals';
import { layOutRows, type RowSpace } from './lay-out-rows';

const SPACE: RowSpace = { width: 1000, gap: 10, rowHeight: 190, padding: 12 };
const counts = (ratios: readonly number[], space = SPACE) =>
  layOutRows(ratios, space).map(({ widths }) => widths.length);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

describe('rows of images', () => {
  it('take as many as fit at the height of a row', () => {
    // Four squares need 4 × 202 + 3 × 10.
    expect(counts([1, 1, 1, 1, 1, 1])).toEqual([4, 2]);
    expect(counts([1, 1, 1, 1], { ...SPACE, width: 838 })).toEqual([4]);
    expect(counts([1, 1, 1, 1], { ...SPACE, width: 837 })).toEqual([3, 1]);
    expect(counts([])).toEqual([]);
  });

  it('fill the width with images of the same height, but the last', () => {
    const [full, last] = layOutRows([1.5, 1, 0.75, 1, 1.5, 0.6], SPACE);
    expect(full?.widths).toHaveLength(4);
    const total = sum(full?.widths ?? []) + 3 * SPACE.gap;
    expect(total).toBeLessThanOrEqual(SPACE.width);
    expect(total).toBeGreaterThan(SPACE.width - 0.1);
    const heights = full?.widths.map((width, index) => (width - SPACE.padding) / ([1.5, 1, 0.75, 1][index] ?? 1));
    for (const height of heights ?? []) expect(height).toBeCloseTo(full?.height ?? 0, 1);
    expect(last).toEqual({ height: 190, widths: [297, 126] });
  });

  it('fill it also last where nothing else would fit', () => {
    expect(layOutRows([1, 1, 1, 1], { ...SPACE, width: 847 })[0]?.height).toBeCloseTo(190 + 9 / 4);
    expect(layOutRows([1, 1, 1, 1], { ...SPACE, width: 848 })[0]?.height).toBe(190);
  });

  it('have one image as wide as the list at most, and a narrow one not stretched to it', () => {
    const phone = { width: 358, gap: 6, rowHeight: 138, padding: 12 };
    expect(layOutRows([2.6], phone)).toEqual([{ widths: [358], height: (358 - 12) / 2.6 }]);
    const [narrow] = layOutRows([0.56, 2.6], phone);
    const free = 358 - 0.56 * 138 - 12;
    expect(narrow?.widths[0]).toBeCloseTo(0.56 * 138 + 12 + 0.56 * free, 1);
  });
});
