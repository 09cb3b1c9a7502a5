import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { galleryItems, imageId } from '../../test/gallery';
import { card, frames, sheet, shownFrames, startGallery } from '../../test/gallery-page';
import { API, refuse, startServer } from '../../test/server';

const server = startServer();
const world = startGallery(server);

/** With the keyboard, as far as the question. */
const askToRemove = async (number: number) => {
  await sheet();
  act(() => card(number).focus());
  await userEvent.keyboard('{Delete}');
  return screen.findByRole('group', { name: 'Delete this image?' });
};
const openMenu = async (number: number) => {
  const item = card(number).closest('li');
  await userEvent.click(within(item ?? document.body).getByRole('button', { name: 'More' }));
};

describe('deleting an image', () => {
  it('asks in its place, where Escape means no; one more key deletes, the next card has the focus, and it can be undone', async () => {
    world.items = galleryItems(14);
    await world.open();
    await askToRemove(13);
    await userEvent.keyboard('{Escape}');
    expect(card(13)).toHaveFocus();
    expect(screen.queryByRole('group', { name: 'Delete this image?' })).toBeNull();
    expect(world.removed).toEqual([]);
    const question = await askToRemove(13);
    expect(within(question).getByRole('button', { name: 'Yes, delete' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Image deleted')).toBeVisible();
    await waitFor(() => expect(shownFrames()).toEqual([14, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]));
    expect(card(12)).toHaveFocus();
    expect(screen.getByText('13 images')).toBeVisible();
    expect(world.find(imageId(13))).toBeUndefined();
    await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
    expect(await screen.findByText('The image is back')).toBeVisible();
    await waitFor(() => expect(shownFrames()).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3]));
    expect(screen.queryByText(/new image/)).toBeNull();
  });

  it('leaves at once, before the server has answered, and comes back when it refuses', async () => {
    let answer = () => undefined as void;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.delete(`${API}/images/:id`, async () => {
        await asked;
        return refuse('RATE_LIMITED');
      }),
    );
    await world.open();
    await askToRemove(13);
    await userEvent.keyboard('{Enter}');
    expect(await frames()).not.toContain(13);
    expect(screen.getByText('2 images')).toBeVisible();
    answer();
    expect(await screen.findByText(/^The image was not deleted\./)).toBeVisible();
    await waitFor(() => expect(shownFrames()).toEqual([14, 13, 12]));
    expect(screen.getByText('3 images')).toBeVisible();
  });

  it('is offered for a failed image too, by the menu of its card', async () => {
    world.items = world.items.map((item) =>
      item.frame_number === 14
        ? { ...item, status: 'failed', error_code: 'ENGINE_TIMEOUT', url: null, credits_used: 0 }
        : item,
    );
    await world.open();
    await sheet();
    const failed = screen.getByRole('link', { name: /^Prompt 14,/ }).closest('li') ?? document.body;
    expect(within(failed).queryByRole('button', { name: 'Download' })).toBeNull();
    await openMenu(14);
    expect(screen.queryByRole('menuitem', { name: 'Share' })).toBeNull();
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Yes, delete' }));
    await waitFor(() => expect(shownFrames()).not.toContain(14));
  });

  it('of the last image of a page leads to the page before', async () => {
    world.items = galleryItems(14).slice(0, 13);
    await world.open('/gallery?page=2');
    const steps = window.history.length;
    await askToRemove(2);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(world.place()).toBe('/gallery'));
    await waitFor(() => expect(shownFrames()).toHaveLength(12));
    // Back does not lead to a page that is no more.
    expect(window.history.length).toBe(steps);
  });

  it('that is open shows the next one, after the last the one before, and at last the list', async () => {
    await world.open(`/gallery?image=${imageId(13)}`);
    for (const frame of [13, 12, 14]) {
      expect(await screen.findByRole('heading', { name: new RegExp(`Prompt ${frame}$`) })).toBeVisible();
      expect(world.place()).toBe(`/gallery?image=${imageId(frame)}`);
      await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
      await userEvent.click(await screen.findByRole('button', { name: 'Yes, delete' }));
    }
    await waitFor(() => expect(world.place()).toBe('/gallery'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
