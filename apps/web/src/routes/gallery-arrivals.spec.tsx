import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { galleryItem, galleryItems, imageId } from '../../test/gallery';
import { card, frames, sheet, shownFrames, startGallery } from '../../test/gallery-page';
import { deferredAnswer } from '../../test/deferred-answer';
import { startScrollingOn } from '../../test/scrolled-on';
import { API, refuse, startServer } from '../../test/server';

const server = startServer();
const world = startGallery(server);
const { scroll, comeToEnd } = startScrollingOn();

/** What another tab of this browser does to images. */
const elsewhere = () =>
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'pictures_changed', newValue: 'x' })));
const fromTo = (first: number, last: number) => Array.from({ length: first - last + 1 }, (_, index) => first - index);
const announced = (count: number) =>
  screen.findByRole('button', { name: count === 1 ? '1 new image' : `${count} new images` });
/** So many are made elsewhere while the gallery is open. */
async function arrive(count: number): Promise<void> {
  const last = world.items[0]?.frame_number ?? 0;
  world.items = [...fromTo(last + count, last + 1).map((number) => galleryItem(number)), ...world.items];
  elsewhere();
  await announced(count);
}
async function open(count: number, path?: string): Promise<void> {
  world.items = galleryItems(count);
  await world.open(path);
  await sheet();
}
async function scrollOn(last: number): Promise<void> {
  scroll();
  comeToEnd();
  await waitFor(() => expect(shownFrames()).toEqual(fromTo(shownFrames()[0] ?? 0, last)));
}
const on = (number: number) => within(card(number).closest('li') ?? document.body);
const remove = async (number: number) => {
  act(() => card(number).focus());
  await userEvent.keyboard('{Delete}{Enter}');
  expect(await screen.findByText('Image deleted')).toBeVisible();
};

describe('new images', () => {
  it('are announced and move nothing until they are asked for', async () => {
    await world.open();
    const before = await frames();
    world.items = [galleryItem(15, { status: 'pending', url: null }), ...world.items];
    elsewhere();
    const pill = await screen.findByRole('button', { name: '1 new image' });
    expect(pill.closest('[role="status"]')).not.toBeNull();
    expect(await frames()).toEqual(before);
    await userEvent.click(pill);
    expect((await frames())[0]).toBe(15);
    expect(screen.queryByText('1 new image')).toBeNull();
  });

  it('take the place in which they were waited for', async () => {
    const [first, ...others] = galleryItems(3);
    world.items = [{ ...(first ?? galleryItem(3)), status: 'pending', url: null }, ...others];
    await world.open();
    expect(await screen.findByText('Queued')).toBeVisible();
    world.items = galleryItems(3);
    elsewhere();
    await waitFor(() => expect(screen.queryByText('Queued')).toBeNull());
    expect(await frames()).toEqual([3, 2, 1]);
    expect(screen.queryByText(/new image/)).toBeNull();
  });

  it('leave the images that they push on as they are, and what is done to those is seen', async () => {
    await open(12);
    await arrive(1);
    await userEvent.click(on(1).getByRole('button', { name: 'Add to favorites' }));
    expect(await on(1).findByRole('button', { name: 'Remove from favorites' })).toBeVisible();
    await userEvent.click(on(1).getByRole('button', { name: 'Remove from favorites' }));
    expect(await on(1).findByRole('button', { name: 'Add to favorites' })).toBeVisible();
    expect(world.find(imageId(1))?.is_favorited).toBe(false);
  });

  it('do not keep an image that is deleted here until the server has answered, and leave a refused one in its place', async () => {
    await open(24);
    await arrive(1);
    const answer = deferredAnswer();
    server.use(
      http.delete(`${API}/images/:id`, async () => {
        await answer.given;
        return refuse('INTERNAL_ERROR');
      }),
    );
    act(() => card(20).focus());
    await userEvent.keyboard('{Delete}{Enter}');
    await waitFor(() => expect(shownFrames()).toEqual([...fromTo(24, 21), ...fromTo(19, 13)]));
    answer.give();
    await waitFor(() => expect(shownFrames()).toEqual(fromTo(24, 13)));
    await announced(1);
    expect(await screen.findByText(/^We could not confirm that the image was deleted\./)).toBeVisible();
  });

  it('let an image that they push on be deleted, and had back', async () => {
    await open(12);
    await arrive(13);
    await remove(5);
    await waitFor(() => expect(shownFrames()).toEqual([...fromTo(12, 6), ...fromTo(4, 1)]));
    await waitFor(() => expect(screen.getByText('24 images')).toBeVisible());
    await announced(13);
    await userEvent.click(screen.getByRole('button', { name: /^Undo/ }));
    await waitFor(() => expect(shownFrames()).toEqual(fromTo(25, 14)));
    expect(screen.queryByText(/new image/)).toBeNull();
  });

  it('are shown with a favorite that is had back, in its place', async () => {
    const favorite = (number: number) => galleryItem(number, { is_favorited: true });
    world.items = [3, 2, 1].map(favorite);
    await world.open('/gallery?fav=1');
    await sheet();
    world.items = [favorite(4), ...world.items];
    elsewhere();
    await announced(1);
    await userEvent.click(on(2).getByRole('button', { name: 'Remove from favorites' }));
    await waitFor(() => expect(shownFrames()).toEqual([3, 1]));
    await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
    await waitFor(() => expect(shownFrames()).toEqual([4, 3, 2, 1]));
    expect(screen.queryByText(/new image/)).toBeNull();
  });

  it('do not keep an image that they push on waiting once it is there', async () => {
    world.items = galleryItems(12).map((item) =>
      item.frame_number === 1 ? { ...item, status: 'pending', url: null } : item,
    );
    await world.open();
    expect(await screen.findByText('Queued')).toBeVisible();
    await arrive(30);
    expect(screen.getByText('Queued')).toBeVisible();
    world.items = galleryItems(42);
    elsewhere();
    await waitFor(() => expect(screen.queryByText('Queued')).toBeNull());
    expect(shownFrames()).toEqual(fromTo(12, 1));
  });
});

describe('new images that are held back while one has scrolled on', () => {
  const openTwoPages = async () => {
    await open(30);
    await scrollOn(7);
  };

  it('move nothing, are as many after one of a later page was deleted, and do not come between pages that follow', async () => {
    await openTwoPages();
    await arrive(20);
    expect(shownFrames()).toEqual(fromTo(30, 7));
    await remove(10);
    const left = [...fromTo(30, 11), ...fromTo(9, 7)];
    await waitFor(() => expect(shownFrames()).toEqual(left));
    await waitFor(() => expect(screen.getByText('49 images')).toBeVisible());
    await announced(20);
    expect(shownFrames()).toEqual(left);
    await waitFor(() => {
      scroll();
      comeToEnd();
      expect(shownFrames()).toEqual([...left, ...fromTo(6, 1)]);
    });
  });

  it('move nothing either where a later page knows of them before the first', async () => {
    await openTwoPages();
    const first = deferredAnswer();
    server.use(
      http.get(`${API}/images`, async ({ request }) => {
        if (new URL(request.url).searchParams.get('page') === '1') await first.given;
        return undefined;
      }),
    );
    world.asked = [];
    world.items = [...fromTo(50, 31).map((number) => galleryItem(number)), ...world.items];
    elsewhere();
    await waitFor(() => expect(world.asked.map((query) => query.get('page'))).toContain('2'));
    // An answer that is asked for after it has come when this one has.
    await userEvent.click(on(30).getByRole('button', { name: 'Add to favorites' }));
    await waitFor(() => expect(world.find(imageId(30))?.is_favorited).toBe(true));
    first.give();
    await announced(20);
    expect(shownFrames()).toEqual(fromTo(30, 7));
  });

  it('are not between the image that is open and the next', async () => {
    await openTwoPages();
    await arrive(20);
    await userEvent.click(card(7));
    await screen.findByRole('dialog', { name: /0007/ });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Next image' })).not.toHaveAttribute('aria-disabled'),
    );
    await userEvent.keyboard('{ArrowRight}');
    await screen.findByRole('dialog', { name: /0006/ });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Previous image' })).not.toHaveAttribute('aria-disabled'),
    );
    await userEvent.keyboard('{ArrowLeft}');
    await screen.findByRole('dialog', { name: /0007/ });
  });

  it('are not between the first image of a later page and the one before', async () => {
    await open(36, '/gallery?page=2');
    await arrive(13);
    await userEvent.click(card(24));
    await screen.findByRole('dialog', { name: /0024/ });
    for (const [key, frame] of [
      ['Left', '0025'],
      ['Right', '0024'],
      ['Right', '0023'],
    ] as const) {
      const button = { Left: 'Previous image', Right: 'Next image' }[key];
      await waitFor(() => expect(screen.getByRole('button', { name: button })).not.toHaveAttribute('aria-disabled'));
      await userEvent.keyboard(`{Arrow${key}}`);
      await screen.findByRole('dialog', { name: new RegExp(frame) });
    }
  });
});
