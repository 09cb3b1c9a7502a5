import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { galleryItems } from '../../../../../test/gallery';
import { card, shownFrames } from '../../../../../test/gallery-page';
import { CELL_PX, startMeasuring } from '../../../../../test/measured-rows';
import { renderPart } from '../../../../../test/render-part';
import { API, USER, ok, startServer } from '../../../../../test/server';
import { GalleryPage } from '../../gallery-page';

const server = startServer();
const { scrollTo, resize } = startMeasuring();
const noDialog = () => null;

let images: number;

beforeEach(() => {
  images = 26;
  // All on the last page: a list that was scrolled through.
  server.use(http.get(`${API}/images`, () => ok({ data: galleryItems(images), page: 3, limit: 12, total: 36 })));
});

async function open() {
  await renderPart(<GalleryPage shareDialog={noDialog} />, {
    user: USER,
    path: '/gallery?sort=prompt&page=3',
    namespaces: ['gallery', 'work', 'options'],
  });
  await screen.findByRole('list', { name: 'Your images' });
}
const rooms = () => [...document.querySelectorAll<HTMLElement>('li[aria-hidden]')];
const topOf = (number: number) => card(number).getBoundingClientRect().top;

describe('of the rows of a list', () => {
  it('only those near the window are rendered, with room for the others, until all are printed', async () => {
    await open();
    expect(shownFrames()).toEqual([26, 25, 24, 23]);
    // Each tells its position in the whole list.
    const items = screen.getAllByRole('listitem').filter((item) => item.hasAttribute('aria-posinset'));
    expect(items.map((item) => item.getAttribute('aria-posinset'))).toEqual(['25', '26', '27', '28']);
    expect(new Set(items.map((item) => item.getAttribute('aria-setsize')))).toEqual(new Set(['36']));
    // Twenty-one images as wide as the list and the last at the height of a row, each with 100 around it as those measured.
    expect(rooms().map(({ style }) => Math.round(Number.parseFloat(style.height)))).toEqual([
      21 * (230 - 12) + 190 + 22 * 100,
    ]);
    fireEvent(window, new Event('beforeprint'));
    expect(shownFrames()).toHaveLength(26);
    expect(rooms()).toEqual([]);
    fireEvent(window, new Event('afterprint'));
    expect(shownFrames()).toHaveLength(4);
  });

  it('that of the focus stays, and its neighbours with it', async () => {
    await open();
    act(() => card(26).focus());
    scrollTo(24 * CELL_PX);
    await waitFor(() => expect(shownFrames()).toContain(1));
    expect(card(26)).toHaveFocus();
    expect(shownFrames()).toEqual(expect.arrayContaining([26, 25, 24]));
    expect(rooms().length).toBe(1);
    act(() => (document.activeElement as HTMLElement).blur());
    scrollTo(22 * CELL_PX);
    await waitFor(() => expect(shownFrames()).not.toContain(26));
  });

  it('that is looked at stays where it is as the window gets wider', async () => {
    await open();
    scrollTo(20 * CELL_PX);
    await waitFor(() => expect(shownFrames()).toContain(6));
    const before = topOf(6);
    resize(460);
    expect(topOf(6)).toBe(before);
    expect(window.scrollY).toBeLessThan(11 * CELL_PX);
  });

  it('all are there as long as they are few, for the search of the browser', async () => {
    images = 24;
    await open();
    expect(shownFrames()).toHaveLength(24);
    expect(rooms()).toEqual([]);
  });
});
