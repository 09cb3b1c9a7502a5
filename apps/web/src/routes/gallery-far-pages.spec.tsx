import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { toast } from 'sonner';
import { galleryItems } from '../../test/gallery';
import { card, sheet, shownFrames, startGallery } from '../../test/gallery-page';
import { CELL_PX, startMeasuring } from '../../test/measured-rows';
import { startScrollingOn } from '../../test/scrolled-on';
import { API, startServer } from '../../test/server';

const server = startServer();
const world = startGallery(server);
const { scrollTo } = startMeasuring();
const { watching, scroll, comeToEnd } = startScrollingOn();
const PAGES = 5;
const IMAGES = 12 * PAGES;
/** Of page 3, which is far from the last. */
const FAR = IMAGES - 30;
let images: number;

/** Scrolls until this image is the first in the window. */
async function scrollToImage(number: number): Promise<void> {
  scrollTo((images - number) * CELL_PX);
  await waitFor(() => expect(shownFrames()).toContain(number));
}
/** As far as this page, in a gallery of so many. */
async function scrollThrough(last = PAGES, pages = PAGES): Promise<void> {
  images = 12 * pages;
  world.items = galleryItems(images);
  await world.open('/gallery?sort=prompt');
  await sheet();
  scroll();
  for (let page = 2; page <= last; page += 1) {
    const first = images - 12 * (page - 1);
    await scrollToImage(first + 1);
    comeToEnd();
    await waitFor(() => expect(shownFrames()).toContain(first));
  }
  await scrollToImage(images - 12 * last + 2);
  await waitFor(() => expect(world.place()).toMatch(`page=${last}`));
}
const newlyAsked = () => new Set(world.asked.splice(0).map((query) => query.get('page')));
const elsewhere = () =>
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'pictures_changed', newValue: 'x' })));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
/** From now on no list is answered. */
const silence = () => server.use(http.get(`${API}/images`, () => new Promise<Response>(() => undefined)));

/** Selects an image of page 3, and goes to the last page. */
async function selectFromAfar(number: number): Promise<void> {
  await scrollToImage(number);
  await userEvent.click(screen.getByRole('button', { name: 'Select' }));
  await userEvent.click(screen.getByRole('checkbox', { name: new RegExp(`^Prompt ${number},`) }));
  await scrollToImage(2);
}
async function deleteFromAfar(before: () => void = () => undefined): Promise<void> {
  await selectFromAfar(FAR);
  before();
  await press('Delete');
  await press('Yes, delete');
  expect(await screen.findByText('Image deleted')).toBeVisible();
}

describe('pages far from the window', () => {
  it('are not asked for when something has changed; they are when one comes back, and no more when one has left', async () => {
    await scrollThrough();
    // The page of the address counts as near, too, until it has followed.
    await waitFor(async () => {
      newlyAsked();
      elsewhere();
      await waitFor(() => expect(world.asked.length).toBeGreaterThan(2));
      expect(newlyAsked()).toEqual(new Set(['1', '4', '5']));
    });
    await scrollToImage(FAR);
    await waitFor(() => expect(newlyAsked()).toContain('3'));
    await userEvent.click(screen.getAllByRole('link', { name: 'Favorites' })[0] ?? document.body);
    await screen.findByText('No favorites yet');
    newlyAsked();
    elsewhere();
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(newlyAsked()).toEqual(new Set());
  });

  it('have again what is restored, have lost what was deleted and show what became a favorite before they are asked for', async () => {
    await scrollThrough();
    await deleteFromAfar();
    await press(/^Undo/);
    expect(await screen.findByText('The image is back')).toBeVisible();
    await scrollToImage(FAR);
    act(() => void toast.dismiss());
    await waitFor(() => expect(screen.queryByText('Image deleted')).toBeNull());

    await deleteFromAfar(silence);
    await scrollToImage(FAR - 2);
    expect(shownFrames()).not.toContain(FAR);

    await selectFromAfar(FAR - 3);
    await press('Favorite');
    await screen.findByText('1 image added to favorites');
    await userEvent.keyboard('{Escape}');
    await scrollToImage(FAR - 3);
    const cell = card(FAR - 3).closest('li');
    expect(within(cell ?? document.body).getByRole('button', { name: 'Remove from favorites' })).toBeVisible();
  });
});

describe('scrolling on', () => {
  it('pauses after eight pages; the pager leads on, and more come on demand', async () => {
    const more = () => screen.queryByRole('button', { name: 'Show more' });
    await scrollThrough(7, 10);
    expect(more()).toBeNull();
    await scrollToImage(37);
    comeToEnd();
    await scrollToImage(25);
    expect(watching.size).toBe(0);
    // It has been asked for ahead, so that what it moves is moved by the press.
    await waitFor(() => expect(newlyAsked()).toContain('9'));
    await press('Show more');
    expect(card(25)).toHaveFocus();
    await waitFor(() => expect(shownFrames()).toContain(24));
    expect(more()).toBeNull();
    await press('Page 10');
    await waitFor(() => expect(world.place()).toContain('page=10'));
    scrollTo(0);
    await waitFor(() => expect(shownFrames()[0]).toBe(12));
  });
});
