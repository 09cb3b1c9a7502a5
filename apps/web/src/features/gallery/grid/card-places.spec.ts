import { afterEach, describe, expect, it } from '@jest/globals';
import { focusBeside, focusCard, imageAt, moveFocus } from './card-places';

interface Cell {
  id: string;
  row: number;
  left: number;
  width?: number;
}

/** Cards as they would be laid out, 100 wide unless told. */
function lay(cells: readonly Cell[]): void {
  const cards = cells.map(({ id }) => `<li><a href="#" data-image="${id}">${id}</a><button>More ${id}</button></li>`);
  document.body.innerHTML = `<main><h1 tabindex="-1">Gallery</h1><ul>${cards.join('')}</ul></main>`;
  [...document.querySelectorAll('li')].forEach((cell, index) => {
    const { row = 0, left = 0, width = 100 } = cells[index] ?? {};
    const sizes = { offsetTop: row * 200, offsetLeft: left, offsetWidth: width };
    for (const [name, value] of Object.entries(sizes)) Object.defineProperty(cell, name, { value });
  });
}

/** Two rows of three and two; the second one is moved to the right. */
const SHEET: Cell[] = [
  { id: 'a', row: 0, left: 0 },
  { id: 'b', row: 0, left: 110 },
  { id: 'c', row: 0, left: 220 },
  { id: 'd', row: 1, left: 90 },
  { id: 'e', row: 1, left: 210 },
  { id: 'f', row: 2, left: 0 },
];
const focused = () => document.activeElement?.getAttribute('data-image') ?? document.activeElement?.tagName ?? null;
const press = (from: string, key: string) => {
  focusCard(from);
  return [moveFocus(key), focused()];
};

afterEach(() => {
  document.body.innerHTML = '';
});

describe('the focus', () => {
  it('goes to the card of an image, where there is one', () => {
    lay(SHEET);
    expect(focusCard('c')).toBe(true);
    expect(focused()).toBe('c');
    expect(focusCard('x')).toBe(false);
    expect(focused()).toBe('c');
  });

  it('goes to the image before and after, over the ends of rows, and stays at the ends of the sheet', () => {
    lay(SHEET);
    expect(press('b', 'ArrowLeft')).toEqual([true, 'a']);
    expect(press('c', 'ArrowRight')).toEqual([true, 'd']);
    expect(press('a', 'ArrowLeft')).toEqual([false, 'a']);
    expect(press('f', 'ArrowRight')).toEqual([false, 'f']);
  });

  it('goes to what lies nearest in the next row, whatever rows hold', () => {
    lay(SHEET);
    expect(press('a', 'ArrowDown')).toEqual([true, 'd']);
    expect(press('c', 'ArrowDown')).toEqual([true, 'e']);
    expect(press('d', 'ArrowUp')).toEqual([true, 'b']);
    expect(press('f', 'ArrowUp')).toEqual([true, 'd']);
    expect(press('e', 'ArrowUp')).toEqual([true, 'c']);
    expect(press('e', 'ArrowDown')).toEqual([true, 'f']);
    expect(press('f', 'ArrowDown')).toEqual([false, 'f']);
    expect(press('b', 'ArrowUp')).toEqual([false, 'b']);
  });

  it('goes by the middles of images, however wide they are', () => {
    lay([
      { id: 'a', row: 0, left: 0, width: 400 },
      { id: 'b', row: 1, left: 0, width: 60 },
      { id: 'c', row: 1, left: 110, width: 260 },
    ]);
    expect(press('a', 'ArrowDown')).toEqual([true, 'c']);
    lay([
      { id: 'a', row: 0, left: 150, width: 20 },
      { id: 'b', row: 1, left: 0, width: 300 },
      { id: 'c', row: 1, left: 190, width: 30 },
    ]);
    expect(press('a', 'ArrowDown')).toEqual([true, 'b']);
  });

  it('starts at the first card from anywhere else, and from what a card holds at that card', () => {
    lay(SHEET);
    expect([moveFocus('ArrowDown'), focused()]).toEqual([true, 'a']);
    document.querySelectorAll('button')[1]?.focus();
    expect([moveFocus('ArrowRight'), focused()]).toEqual([true, 'c']);
    lay([]);
    expect(moveFocus('ArrowDown')).toBe(false);
  });
});

describe('before cards go, the focus', () => {
  it.each([
    [['b'], 'c'],
    [['b', 'c'], 'd'],
    [['f'], 'e'],
    [['a', 'f'], 'b'],
    [['e', 'f'], 'd'],
    [['x'], 'a'],
    [['a', 'b', 'c', 'd', 'e', 'f'], 'H1'],
  ])('goes from %j on to %s', (gone, next) => {
    lay(SHEET);
    focusBeside(gone);
    expect(focused()).toBe(next);
  });
});

it('an element of a card belongs to its image; any other to none', () => {
  lay(SHEET);
  expect(imageAt(document.querySelectorAll('button')[4] ?? null)).toBe('e');
  expect(imageAt(document.querySelector('h1'))).toBeNull();
  expect(imageAt(null)).toBeNull();
});
