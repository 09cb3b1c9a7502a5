import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPart } from '../../../test/render-part';
import { ImageFrames } from './image-frames';

const COLUMNS = 17;
const ROWS = 9;
const PITCH = 18;

/** Widths of the lit part of each row, in frames. */
async function litRows(images: number): Promise<number[]> {
  const { unmount } = await renderPart(<ImageFrames images={images} />, { user: null, namespaces: ['pricing'] });
  const rows = [...screen.getByRole('img').querySelectorAll(':scope > svg')];
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

test('the figure says how many are lit and ends with its last frame', async () => {
  await renderPart(<ImageFrames images={57} />, { user: null, namespaces: ['pricing'] });
  const figure = screen.getByRole('img', { name: /57.*153/ });
  const [, , width, height] = (figure.getAttribute('viewBox') ?? '').split(' ').map(Number);
  expect([width, height].map((length) => Math.ceil((length ?? 0) / PITCH))).toEqual([COLUMNS, ROWS]);
  expect([width, height].map((length) => (length ?? 0) % PITCH > 0)).toEqual([true, true]);
});
