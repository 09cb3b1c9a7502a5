import { describe, expect, it } from '@jest/globals';
import type { VirtualItem } from '@tanstack/react-virtual';
import { galleryItem, imageId } from '../../../../../test/gallery';
import type { GridRow } from './build-rows';
import { indexesOf, placeAt, placeRows } from './place-rows';

const GAP = 10;
const START = 500;
const imageRow = (number: number): GridRow => {
  const item = galleryItem(number);
  return {
    key: `row ${number}`,
    day: null,
    cells: [{ key: item.id, item, shape: item, index: 0 }],
    widths: [100],
    height: 100,
  };
};
const heading = (number: number): GridRow => ({ ...imageRow(number), day: galleryItem(number), cells: [] });
const ROWS = [heading(9), ...[9, 8, 7, 6, 5, 4, 3, 2, 1].map(imageRow)];
const place = (index: number) => ({
  index,
  start: START + index * (100 + GAP),
  end: START + index * (100 + GAP) + 100,
  size: 100,
});
const items = (...indexes: number[]) => indexes.map((index) => place(index) as VirtualItem);
const range = { startIndex: 6, endIndex: 7, overscan: 1, count: ROWS.length };

describe('rendered are', () => {
  it('the rows of the window and around it', () => {
    expect(indexesOf(range, ROWS, [null, imageId(99)])).toEqual([5, 6, 7, 8]);
  });

  it('those of an image that is kept, with two on each side', () => {
    expect(indexesOf(range, ROWS, [imageId(8)])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(indexesOf(range, ROWS, [null, imageId(9)])).toEqual([0, 1, 2, 3, 5, 6, 7, 8]);
    expect(indexesOf(range, ROWS, [imageId(1)])).toEqual([5, 6, 7, 8, 9]);
  });
});

describe('between rows that are rendered', () => {
  it('stands the room of those that are not, less the gaps around it', () => {
    const { rendered, end } = placeRows(ROWS, items(2, 3, 6), START, GAP);
    expect(rendered.map(({ index, roomAbove }) => [index, roomAbove])).toEqual([
      [2, 2 * 110 - GAP],
      [3, 0],
      [6, 2 * 110 - GAP],
    ]);
    expect(end).toBe(START + 6 * 110 + 100);
  });
});

describe('at a line of the list stands', () => {
  it('the first image of the row there, and so much of it is above', () => {
    expect(placeAt(START + 3 * 110 + 25, ROWS, place(3) as VirtualItem)).toEqual({ id: imageId(7), above: 0.25 });
    expect(placeAt(START + 3 * 110 + 105, ROWS, place(3) as VirtualItem)).toEqual({ id: imageId(7), above: 1 });
  });

  it('the image below a heading', () => {
    expect(placeAt(START, ROWS, place(0) as VirtualItem)).toEqual({ id: imageId(9), above: 0 });
  });

  it('nothing where the list begins below it', () => {
    expect(placeAt(START - 1, ROWS, place(0) as VirtualItem)).toBeNull();
    expect(placeAt(START, [], undefined)).toBeNull();
  });
});
