import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import { galleryItem, imageId } from '../../../../test/gallery';
import { changeBufferedList, updateBufferedList, useBufferedList } from './buffered-list';

/** An answer of these images, of a list of so many. */
const answer = (numbers: readonly number[], total: number, prompt?: string) => ({
  data: numbers.map((number) => galleryItem(number, prompt === undefined ? {} : { prompt })),
  page: 1,
  limit: 3,
  total,
});
const frames = (items: readonly { frame_number: number }[] | null | undefined) =>
  items?.map(({ frame_number: number }) => number) ?? null;

/** What is shown and how many are held back, after one answer and then another. */
function after(first: ReturnType<typeof answer>, next: ReturnType<typeof answer>, view = 'a') {
  const list = updateBufferedList(updateBufferedList(null, first, 'a'), next, view);
  return [frames(list.shown), list.arrived];
}

describe('a list that is looked at', () => {
  it('holds back what is new, however much that is', () => {
    expect(after(answer([3, 2, 1], 9), answer([4, 3, 2], 10))).toEqual([[3, 2, 1], 1]);
    expect(after(answer([3, 2, 1], 9), answer([9, 8, 7], 15))).toEqual([[3, 2, 1], 6]);
    // One of a later page was deleted elsewhere meanwhile: the list is no longer than it was.
    expect(after(answer([3, 2, 1], 9), answer([4, 3, 2], 9))).toEqual([[3, 2, 1], 1]);
  });

  it('follows what was deleted, and what came back or moved up in its place', () => {
    expect(after(answer([3, 2, 1], 3), answer([3, 1], 2))).toEqual([[3, 1], 0]);
    expect(after(answer([5, 4, 3], 9), answer([5, 3, 2], 8))).toEqual([[5, 3, 2], 0]);
    expect(after(answer([3, 1], 2), answer([3, 2, 1], 2))).toEqual([[3, 2, 1], 0]);
  });

  it('takes everything where nothing was, and on another page', () => {
    expect(after(answer([], 0), answer([1], 1))).toEqual([[1], 0]);
    expect(after(answer([3, 2, 1], 9), answer([4, 3, 2], 10), 'b')).toEqual([[4, 3, 2], 0]);
  });

  it('is brought up to date in its place, and shows an image again that has stood there', () => {
    const held = updateBufferedList(
      updateBufferedList(null, answer([3, 2, 1], 9), 'a'),
      answer([4, 3, 2], 10, 'New'),
      'a',
    );
    expect(held.shown.map(({ prompt }) => prompt)).toEqual(['New', 'New', 'Prompt 1']);
    const without = updateBufferedList(updateBufferedList(null, answer([3, 2], 3), 'a'), answer([2], 2), 'a');
    expect(frames(updateBufferedList(without, answer([3, 2], 3), 'a').shown)).toEqual([3, 2]);
  });
});

it('is not pushed on by new images when one is deleted meanwhile, however few they are', () => {
  const held = updateBufferedList(updateBufferedList(null, answer([3, 2, 1], 3), 'a'), answer([4, 3, 2], 4), 'a');
  const next = updateBufferedList(held, answer([4, 3, 1], 3), 'a');
  expect([frames(next.shown), next.arrived, next.before]).toEqual([[3, 1], 1, 1]);
});

describe('an image that was deleted elsewhere while new ones are held back', () => {
  const held = updateBufferedList(updateBufferedList(null, answer([4, 3, 2, 1], 4), 'a'), answer([5, 4, 2, 1], 4), 'a');

  it('is gone, and stays so when more images push the others on', () => {
    expect([frames(held.shown), held.arrived]).toEqual([[4, 2, 1], 1]);
    const next = updateBufferedList(held, answer([9, 8, 7, 6], 8), 'a');
    expect([frames(next.shown), next.arrived]).toEqual([[4, 2, 1], 5]);
  });

  it('is shown again in its place when the answer holds it again', () => {
    const next = updateBufferedList(held, answer([5, 4, 3, 2], 5), 'a');
    expect([frames(next.shown), next.arrived]).toEqual([[4, 3, 2, 1], 1]);
  });

  it('is no arrival less when this page is told that it was deleted', () => {
    const told = changeBufferedList(held, [imageId(3)], () => null, [imageId(3)]);
    const next = updateBufferedList(told, answer([5, 4, 2, 1], 4), 'a');
    expect([frames(next.shown), next.arrived]).toEqual([[4, 2, 1], 1]);
  });
});

describe('while new images are held back', () => {
  const held = (first = answer([3, 2, 1], 9), next = answer([13, 12, 11], 19)) =>
    updateBufferedList(updateBufferedList(null, first, 'a'), next, 'a');

  it('it is known how many of them come before what is shown, in each order', () => {
    expect(held().before).toBe(10);
    expect(held(answer([3, 2, 1], 9), answer([4, 3, 2], 10)).before).toBe(1);
    expect(held(answer([1, 2], 2), answer([1, 2, 3], 3))).toMatchObject({ arrived: 1, before: 0 });
  });

  it('what a person does is seen also in images that they push on, and what leaves the list is not taken for an arrival less', () => {
    const marked = changeBufferedList(held(), [imageId(2)], (item) => ({ ...item, is_favorited: true }), []);
    expect(marked.shown.map(({ is_favorited: isFavorite }) => isFavorite)).toEqual([false, true, false]);
    const without = changeBufferedList(held(), [imageId(2), imageId(8)], () => null, [imageId(2), imageId(8)]);
    const next = updateBufferedList(without, answer([13, 12, 11], 17), 'a');
    expect([frames(next.shown), next.arrived]).toEqual([[3, 1], 10]);
  });
});

it.each([
  ['before', [3, 2, 1], 9],
  ['after', [2, 1], 8],
])(
  'what is deleted is no new image once another has moved up, where this is told %s the list is shorter',
  (_, shown, total) => {
    const all = updateBufferedList(null, answer([3, 2, 1], 9), 'a');
    const known = updateBufferedList(all, answer(shown, total), 'a');
    const told = changeBufferedList(known, [imageId(3)], () => null, [imageId(3)]);
    const next = updateBufferedList(told, answer([2, 1, 0], 8), 'a');
    expect([frames(next.shown), next.arrived]).toEqual([[2, 1, 0], 0]);
  },
);

it('what was held back is shown on demand; nothing is shown before there is an answer', () => {
  const first = answer([3, 2, 1], 9);
  const { result, rerender } = renderHook(
    ({ source }: { source: ReturnType<typeof answer> | undefined }) => useBufferedList(source, 'a'),
    { initialProps: { source: undefined as ReturnType<typeof answer> | undefined } },
  );
  expect([result.current.items, result.current.arrived]).toEqual([null, 0]);
  act(() => result.current.showArrived());
  rerender({ source: first });
  expect(frames(result.current.items)).toEqual([3, 2, 1]);
  rerender({ source: answer([4, 3, 2], 10) });
  expect([frames(result.current.items), result.current.arrived]).toEqual([[3, 2, 1], 1]);
  act(() => result.current.showArrived());
  expect([frames(result.current.items), result.current.arrived]).toEqual([[4, 3, 2], 0]);
  rerender({ source: undefined });
  expect(result.current.items).toBeNull();
});
