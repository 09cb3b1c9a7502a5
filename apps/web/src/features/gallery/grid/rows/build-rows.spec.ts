import { describe, expect, it } from '@jest/globals';
import { galleryItem } from '../../../../../test/gallery';
import { buildRows, type GridSpace } from './build-rows';

/** Three squares a row, 100 high, with 78 above and below. */
const SPACE: GridSpace = { width: 350, gap: 6, rowHeight: 100, padding: 12, strip: 78 };
const square = (number: number, day = 1) =>
  galleryItem(number, { width: 1024, height: 1024, created_at: `2026-03-0${day}T12:00:00.000Z` });
const dayOf = ({ created_at: date }: { created_at: string }) => date.slice(0, 10);
const numbers = (rows: ReturnType<typeof buildRows>) =>
  rows.map(({ day, cells }) => (day ? 'day' : cells.map(({ item, index }) => item?.frame_number ?? `print ${index}`)));

describe('the rows of a list', () => {
  it('hold what fits, and know how high they will be', () => {
    const rows = buildRows({
      items: [4, 3, 2, 1].map((number) => square(number)),
      waiting: null,
      dayOf: null,
      space: SPACE,
    });
    expect(numbers(rows)).toEqual([[4, 3, 2], [1]]);
    expect(rows[0]?.height).toBeCloseTo(78 + 100 + (350 - 3 * 112 - 2 * 6) / 3);
    expect(rows[1]).toMatchObject({ height: 178, widths: [112] });
    expect(new Set(rows.map(({ key }) => key)).size).toBe(2);
  });

  it('have more room for an image that was not made, which has more to say', () => {
    const items = [{ ...square(4), status: 'failed' as const }, square(3), square(2), square(1)];
    expect(numbers(buildRows({ items, waiting: null, dayOf: null, space: SPACE }))).toEqual([
      [4, 3],
      [2, 1],
    ]);
  });

  it('begin anew with each day, below its heading', () => {
    const items = [square(4, 2), square(3), square(2), square(1)];
    const rows = buildRows({ items, waiting: null, dayOf, space: SPACE });
    expect(numbers(rows)).toEqual(['day', [4], 'day', [3, 2, 1]]);
    expect(rows.map(({ day }) => day?.frame_number ?? null)).toEqual([4, null, 3, null]);
  });

  it('go on with grey prints, which are others for each page', () => {
    const items = [square(2), square(1)];
    const build = (page: number) =>
      buildRows({ items, waiting: { page, count: 12 }, dayOf, space: { ...SPACE, width: 400 } });
    expect(numbers(build(2)).slice(0, 2)).toEqual(['day', [2, 1, 'print 0']]);
    const keys = (page: number) => build(page).flatMap(({ cells }) => cells.map(({ key }) => key));
    expect(keys(2).slice(0, 2)).toEqual(keys(3).slice(0, 2));
    expect(keys(2)[2]).not.toBe(keys(3)[2]);
  });

  it('hold room for all pages that come by themselves, in the shapes of the images before', () => {
    const items = [square(2), galleryItem(1, { width: 1536, height: 1024, created_at: '2026-03-01T12:00:00.000Z' })];
    const waiting = { page: 2, count: 84 };
    const prints = (space: GridSpace | null) =>
      buildRows({ items, waiting, dayOf: null, space })
        .flatMap(({ cells }) => cells)
        .filter(({ item }) => item === null);
    expect(prints(SPACE)).toHaveLength(84);
    expect(
      prints(SPACE)
        .slice(0, 3)
        .map(({ shape }) => shape.width),
    ).toEqual([1024, 1536, 1024]);
    // CSS lays out only what is rendered.
    expect(prints(null)).toHaveLength(12);
  });

  it('are left to CSS while their space is not known: one for each day', () => {
    const items = [square(3, 2), square(2), square(1)];
    const rows = buildRows({ items, waiting: null, dayOf, space: null });
    expect(numbers(rows)).toEqual(['day', [3], 'day', [2, 1]]);
    expect(rows.every(({ widths }) => widths === null)).toBe(true);
  });
});
