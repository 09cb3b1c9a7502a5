import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPart } from '../../../test/render-part';
import { ImageFrames } from './image-frames';

const COLUMNS = 17;
const ROWS = 9;
const PITCH = 18;

const figure = () => {
  const found = document.querySelector('svg');
  if (!found) throw new Error('there is no figure');
  return found;
};

/** Widths of the lit part of each row, in frames. */
async function litRows(images: number): Promise<number[]> {
  const { unmount } = await renderPart(<ImageFrames images={images} />, { user: null, namespaces: ['pricing'] });
  const rows = [...figure().querySelectorAll(':scope > svg')];
  const lit = rows.map((row) => Number(row.querySelector('svg')?.getAttribute('width')) / PITCH);
  const dark = rows.map((row) => Number(row.querySelector('rect')?.getAttribute('width')) / PITCH);
  const begins = rows.map((row) => Number(row.querySelector('rect')?.getAttribute('x')) / PITCH);
  expect(begins).toEqual(lit);
  expect(lit.map((width, row) => width + (dark[row] ?? 0))).toEqual(rows.map(() => COLUMNS));
  expect(rows.map((row) => Number(row.getAttribute('y')) / PITCH)).toEqual(rows.map((_, row) => row));
  unmount();
  return lit;
}

test('the images of a month fill the frames row by row', async () => {
  expect(await litRows(20)).toEqual([COLUMNS, 3, 0, 0, 0, 0, 0, 0, 0]);
});

test('no image lights none, and more than there are frames light all', async () => {
  expect(await litRows(-1)).toEqual(Array.from({ length: ROWS }, () => 0));
  expect(await litRows(1_000)).toEqual(Array.from({ length: ROWS }, () => COLUMNS));
});

test('the figure ends with its last frame', async () => {
  await renderPart(<ImageFrames images={57} />, { user: null, namespaces: ['pricing'] });
  expect(screen.queryByRole('img')).toBeNull();
  const [, , width, height] = (figure().getAttribute('viewBox') ?? '').split(' ').map(Number);
  expect([width, height].map((length) => Math.ceil((length ?? 0) / PITCH))).toEqual([COLUMNS, ROWS]);
  expect([width, height].map((length) => (length ?? 0) % PITCH > 0)).toEqual([true, true]);
});

test('the works of a row stand side by side, whole, and each row begins with another one', async () => {
  await renderPart(<ImageFrames images={1_000} />, { user: null, namespaces: ['pricing'] });
  const strips = [...figure().querySelectorAll('svg > svg')].map((row) =>
    [...row.querySelectorAll('image')].map((image) =>
      ['x', 'width'].map((name) => Number(image.getAttribute(name)) / PITCH),
    ),
  );
  const begins = strips.map(([first, second]) => {
    const [x = NaN, width = NaN] = first ?? [];
    const [nextX = NaN, nextWidth = NaN] = second ?? [];
    expect([nextX, nextWidth]).toEqual([x + width, width]);
    expect(x).toBeLessThanOrEqual(0);
    expect(nextX + nextWidth).toBeGreaterThanOrEqual(COLUMNS);
    return x;
  });
  expect(begins.every(Number.isInteger)).toBe(true);
  expect(new Set(begins).size).toBe(ROWS);
});

test('empty frames are drawn, and the last of them ends with the figure', async () => {
  await renderPart(<ImageFrames images={0} />, { user: null, namespaces: ['pricing'] });
  const pattern = figure().querySelector('pattern');
  const fills = [...figure().querySelectorAll(':scope > svg > rect')].map((rect) => rect.getAttribute('fill'));
  expect(new Set(fills)).toEqual(new Set([`url(#${pattern?.id ?? ''})`]));
  const [x = NaN, y = NaN, width = NaN, height = NaN] = ['x', 'y', 'width', 'height'].map((name) =>
    Number(pattern?.querySelector('rect')?.getAttribute(name)),
  );
  const line = 0.5;
  const [, , right, bottom] = (figure().getAttribute('viewBox') ?? '').split(' ').map(Number);
  expect(
    [x + width + line, y + height + line].map((end, axis) => end + ([COLUMNS, ROWS][axis] ?? 0) * PITCH - PITCH),
  ).toEqual([right, bottom]);
});
