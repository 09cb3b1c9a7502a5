import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from '@jest/globals';
import type { GalleryItem } from '@app/contracts';
import { galleryItem, imageId } from '../../../../test/gallery';
import { newMemory } from './list-memory';
import { useMergedItems } from './use-merged-items';

/** Images of these numbers; another prompt tells those that are known from a later answer. */
const run = (first: number, last: number, prompt = 'Old') =>
  Array.from({ length: first - last + 1 }, (_, index) => galleryItem(first - index, { prompt }));
const without = (items: GalleryItem[], gone: number) => items.filter(({ frame_number: number }) => number !== gone);

interface World {
  first: GalleryItem[];
  later?: Record<number, GalleryItem[]>;
  to?: number;
  /** New images, all of which come before what is shown. */
  held?: number;
  memory?: ReturnType<typeof newMemory>;
}
const MEMORY = newMemory({ from: 1, to: 1, until: 8 });

const partsOf = ({ first, later = {}, to = 2, held = 0, memory = MEMORY }: World) => ({
  first,
  later: new Map(Object.entries(later).map(([page, items]) => [Number(page), items])),
  range: { from: 1, to, memory },
  arrivals: { arrived: held, before: held },
});

/** The images of a list from its first page on, and what becomes of them. */
function merge(world: World) {
  const { result, rerender } = renderHook(useMergedItems, { initialProps: partsOf(world) });
  return {
    become: (next: World) => rerender(partsOf(next)),
    remove: (number: number) => act(() => result.current.change([imageId(number)], () => null)),
    numbers: () => result.current.items?.map(({ frame_number: number }) => number),
    prompt: (number: number) => result.current.items?.find((item) => item.frame_number === number)?.prompt,
    pageOf: (number: number) => result.current.pageOf(imageId(number)),
  };
}
const numbers = (items: GalleryItem[]) => items.map(({ frame_number: number }) => number);
/** Two pages; and the second one after 14 new images, the first of which are on the page before. */
const TWO_PAGES = { first: run(30, 19), later: { 2: run(18, 7) } };
const PUSHED = { ...TWO_PAGES, held: 14, later: { 2: run(32, 21, 'New') } };

describe('while new images are held back', () => {
  it('what was shown stays, though it is on pages now that are not asked for', () => {
    const list = merge(TWO_PAGES);
    list.become(PUSHED);
    expect(list.numbers()).toEqual(numbers(run(30, 7)));
    expect([list.prompt(21), list.prompt(20)]).toEqual(['New', 'Old']);
  });

  it('what is shown is known best from the page on which it is now, and found there', () => {
    const list = merge(TWO_PAGES);
    list.become({ ...PUSHED, to: 3, later: { ...PUSHED.later, 3: run(20, 9, 'New') } });
    expect(list.numbers()).toEqual(numbers(run(30, 7)));
    expect([list.prompt(18), list.prompt(8)]).toEqual(['New', 'Old']);
    expect([list.pageOf(30), list.pageOf(18), list.pageOf(8)]).toEqual([1, 3, 2]);
  });

  it('a page that follows goes on where what is shown ends, also after one was deleted', () => {
    const first = without(run(30, 19), 25);
    const list = merge({ first, to: 1, held: 14 });
    const later = { 2: without(run(32, 20), 25), 3: run(19, 8) };
    list.become({ first, to: 3, held: 14, later });
    expect(list.numbers()).toEqual(numbers(without(run(30, 8), 25)));
  });

  it('an image that comes to the first page is shown there alone', () => {
    const list = merge(TWO_PAGES);
    list.become({ ...PUSHED, first: run(30, 18) });
    expect(list.numbers()).toEqual(numbers(run(30, 7)));
    expect(list.pageOf(18)).toBe(1);
  });

  it('an image that has left the first page is gone, and so is one that is deleted on a later one', () => {
    const list = merge(TWO_PAGES);
    list.become(PUSHED);
    list.remove(10);
    expect(list.numbers()).toEqual(numbers(without(run(30, 7), 10)));
    list.become({ ...PUSHED, first: without(run(30, 19), 25), later: { 2: without(run(32, 20), 25) } });
    expect(list.numbers()).toEqual(numbers(without(without(run(30, 7), 25), 10)));
  });
});

describe('nothing of what was shown is kept', () => {
  it('once nothing is held back', () => {
    const list = merge(TWO_PAGES);
    list.become(PUSHED);
    list.become({ first: run(44, 33), later: { 2: run(32, 21) } });
    expect(list.numbers()).toEqual(numbers(run(44, 21)));
  });

  it('in another list', () => {
    const list = merge(TWO_PAGES);
    const memory = newMemory({ from: 1, to: 1, until: 8 });
    list.become({ first: run(60, 49), to: 1, held: 1, memory });
    expect(list.numbers()).toEqual(numbers(run(60, 49)));
  });
});
