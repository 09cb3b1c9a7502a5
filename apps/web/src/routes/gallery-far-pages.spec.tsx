import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { galleryItems } from '../../test/gallery';
import { card, sheet, shownFrames, startGallery } from '../../test/gallery-page';
import { CELL_PX, startMeasuring } from '../../test/measured-rows';
import { startScrollingOn } from '../../test/scrolled-on';
import { API, startServer } from '../../test/server';

const server = startServer();
const world = startGallery(server);
const { scrollTo } = startMeasuring();
const { scroll, comeToEnd } = startScrollingOn();
const IMAGES = 84;

beforeEach(() => {
  world.items = galleryItems(IMAGES);
});

/** Scrolls until this image is the first in the window. */
async function scrollToImage(number: number): Promise<void> {
  scrollTo((IMAGES - number) * CELL_PX);
  await waitFor(() => expect(shownFrames()).toContain(number));
}
/** As far as page 7, the last. */
async function scrollThrough(): Promise<void> {
  await world.open('/gallery?sort=prompt');
  await sheet();
  scroll();
  for (let page = 2; page <= 7; page += 1) {
    await scrollToImage(IMAGES - 12 * (page - 1) + 1);
    comeToEnd();
    await waitFor(() => expect(shownFrames()).toContain(IMAGES - 12 * (page - 1)));
  }
  await scrollToImage(2);
  await waitFor(() => expect(world.place()).toMatch(/page=7/));
}
const newlyAsked = () => new Set(world.asked.splice(0).map((query) => query.get('page')));
const select = async (number: number) => {
  await userEvent.click(screen.getByRole('button', { name: 'Select' }));
  await userEvent.click(screen.getByRole('checkbox', { name: new RegExp(`^Prompt ${number},`) }));
};
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
/** From now on no list is answered. */
const silence = () => server.use(http.get(`${API}/images`, () => new Promise<Response>(() => undefined)));

/** An image of page 3, from the last page. */
async function deleteFromAfar(before: () => void = () => undefined): Promise<void> {
  await scrollToImage(IMAGES - 30);
  await select(IMAGES - 30);
  await scrollToImage(2);
  before();
  await press('Delete');
  await press('Yes, delete');
  expect(await screen.findByText('Image deleted')).toBeVisible();
}

describe('pages far from the window', () => {
  it('are not asked for when something has changed; they are when one comes back to them', async () => {
    await scrollThrough();
    // The page of the address counts as near, too, until it has followed.
    await waitFor(async () => {
      newlyAsked();
      act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'pictures_changed', newValue: 'x' })));
      await waitFor(() => expect(world.asked.length).toBeGreaterThan(2));
      expect(newlyAsked()).toEqual(new Set(['1', '6', '7']));
    });
    await scrollToImage(IMAGES - 30);
    await waitFor(() => expect(newlyAsked()).toContain('3'));
  });

  it('are asked for no more when one has left the list', async () => {
    await scrollThrough();
    await userEvent.click(screen.getAllByRole('link', { name: 'Favorites' })[0] ?? document.body);
    await screen.findByText('No favorites yet');
    newlyAsked();
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'pictures_changed', newValue: 'x' })));
    await act(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(newlyAsked()).toEqual(new Set());
  });

  it('have lost what was deleted from afar, before they are asked for again', async () => {
    await scrollThrough();
    await deleteFromAfar(silence);
    await scrollToImage(IMAGES - 32);
    expect(shownFrames()).not.toContain(IMAGES - 30);
  });

  it('have it again when it is restored', async () => {
    await scrollThrough();
    await deleteFromAfar();
    await press(/^Undo/);
    expect(await screen.findByText('The image is back')).toBeVisible();
    await scrollToImage(IMAGES - 30);
  });

  it('show what became a favorite from afar', async () => {
    await scrollThrough();
    await scrollToImage(IMAGES - 30);
    await select(IMAGES - 30);
    await scrollToImage(2);
    silence();
    await press('Favorite');
    await screen.findByText('1 image added to favorites');
    await userEvent.keyboard('{Escape}');
    await scrollToImage(IMAGES - 30);
    const cell = card(IMAGES - 30).closest('li');
    expect(within(cell ?? document.body).getByRole('button', { name: 'Remove from favorites' })).toBeVisible();
  });
});
