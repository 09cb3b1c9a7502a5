import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { galleryItems } from '../../../../test/gallery';
import { card, shownFrames } from '../../../../test/gallery-page';
import { CELL_PX, startMeasuring } from '../../../../test/measured-rows';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, startServer } from '../../../../test/server';
import { GalleryPage } from '../gallery-page';

const server = startServer();
const { scrollTo, resize } = startMeasuring();
const noDialog = () => null;

beforeEach(() => {
  server.use(
    http.get(`${API}/images`, ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'));
      return ok({ data: galleryItems(36).slice(12 * page - 12, 12 * page), page, limit: 12, total: 36 });
    }),
  );
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
  it('only those near the window are rendered, with room for the others', async () => {
    await open();
    expect(shownFrames()).toEqual([12, 11, 10, 9]);
    // Seven images as wide as the list and the last at the height of a row, each with 100 around it as those measured.
    expect(rooms().map(({ style }) => Math.round(Number.parseFloat(style.height)))).toEqual([
      7 * (230 - 12) + 190 + 8 * 100,
    ]);
  });

  it('that of the focus stays, and its neighbours with it', async () => {
    await open();
    act(() => card(12).focus());
    scrollTo(3000);
    await waitFor(() => expect(shownFrames()).toContain(1));
    expect(card(12)).toHaveFocus();
    expect(shownFrames()).toEqual(expect.arrayContaining([12, 11, 10]));
    expect(rooms().length).toBe(1);
    act(() => (document.activeElement as HTMLElement).blur());
    scrollTo(2400);
    await waitFor(() => expect(shownFrames()).not.toContain(12));
  });

  it('each image tells its position in the whole list', async () => {
    await open();
    const items = screen.getAllByRole('listitem').filter((item) => item.hasAttribute('aria-posinset'));
    expect(items.map((item) => item.getAttribute('aria-posinset'))).toEqual(['25', '26', '27', '28']);
    expect(new Set(items.map((item) => item.getAttribute('aria-setsize')))).toEqual(new Set(['36']));
  });

  it('that is looked at stays where it is as the window gets wider', async () => {
    await open();
    scrollTo(6 * CELL_PX);
    await waitFor(() => expect(shownFrames()).toContain(6));
    const before = topOf(6);
    resize(460);
    expect(topOf(6)).toBe(before);
    expect(window.scrollY).toBeLessThan(4 * CELL_PX);
  });

  it('all are there to be printed', async () => {
    await open();
    fireEvent(window, new Event('beforeprint'));
    expect(shownFrames()).toHaveLength(12);
    expect(rooms()).toEqual([]);
    fireEvent(window, new Event('afterprint'));
    expect(shownFrames()).toHaveLength(4);
  });
});
