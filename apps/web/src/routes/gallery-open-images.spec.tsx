import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { GalleryItem, Generation } from '@app/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { point } from '../../test/events';
import { galleryItem, imageId } from '../../test/gallery';
import { card, sheet, startGallery } from '../../test/gallery-page';
import { generation } from '../../test/generations';
import { API, ok, refuse, startServer } from '../../test/server';

const server = startServer();
const world = startGallery(server);
afterEach(() => {
  jest.restoreAllMocks();
});

/** The generation of the newest image. */
function generationOfNewest(part: Partial<Generation>): Generation {
  const made = generation({ id: imageId(2), ...part });
  return { ...made, generated_images: made.generated_images.map((image) => ({ ...image, id: imageId(2) })) };
}

/** The newest image is such a one; its generation too. */
async function openWith(part: Partial<GalleryItem>, of: Partial<Generation> = {}, prefix = '') {
  world.items = [galleryItem(2, { url: null, credits_used: 0, ...part }), galleryItem(1)];
  const known = generationOfNewest({ status: part.status ?? 'failed', ...of });
  server.use(http.get(`${API}/images/generations/:id`, () => ok(known)));
  await world.open(`${prefix}/gallery`);
  await sheet(prefix ? '你的图片' : undefined);
  return within(card(2).closest('li') ?? document.body);
}
const draft = () => JSON.parse(window.sessionStorage.getItem('generate_draft') ?? '{}') as Record<string, unknown>;
const choose = async (frame: ReturnType<typeof within>, name: string) => {
  await userEvent.click(frame.getByRole('button', { name: /^(More|更多)$/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};

describe('an image that was not made', () => {
  it('can be asked for again with everything kept, its seed too; its credits are said to be back', async () => {
    const frame = await openWith({
      status: 'failed',
      error_code: 'ENGINE_TIMEOUT',
      negative_prompt: 'people',
      seed: 5,
    });
    expect(await frame.findByRole('link', { name: '3.5 credits returned' })).toBeVisible();
    await userEvent.click(frame.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('textbox', { name: 'What should it show?' })).toHaveValue('Prompt 2');
    await waitFor(() => expect(draft()).toMatchObject({ seed: '5', negativePrompt: 'people', parentId: null }));
  });

  it('is no use without a network: nothing can be made or deleted, and the menu says why', async () => {
    const frame = await openWith({ status: 'failed', error_code: 'ENGINE_TIMEOUT' });
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(frame.getByRole('button', { name: 'Try again' })).toBeDisabled();
    await userEvent.click(frame.getByRole('button', { name: 'More' }));
    const remove = await screen.findByRole('menuitem', { name: 'Delete Not available offline' });
    await userEvent.click(remove);
    expect(screen.queryByRole('group', { name: 'Delete this image?' })).toBeNull();
  });
});

describe('an image whose file was lost', () => {
  it('says so on the card and in the details, promises no credits, and can be made again', async () => {
    const frame = await openWith({ status: 'completed', credits_used: 3.5, seed: 8 });
    expect(frame.getByText('File lost')).toBeVisible();
    expect(frame.queryByRole('button', { name: 'Download' })).toBeNull();
    expect(frame.queryByText(/credits are back/)).toBeNull();
    expect(frame.getByRole('link', { name: 'Write to us about the credits' })).toHaveAttribute('href', '/contact');
    await userEvent.click(frame.getByRole('button', { name: 'More' }));
    await screen.findByRole('menuitem', { name: 'Delete' });
    expect(screen.queryByRole('menuitem', { name: 'Share' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(card(2));
    const details = within(await screen.findByRole('dialog', { name: /^Details of image/ }));
    expect(details.getByText(/^Its file went missing on our side;/)).toBeVisible();
    expect(details.queryByRole('button', { name: 'Download' })).toBeNull();
    expect(details.queryByRole('button', { name: 'Share' })).toBeNull();
    await userEvent.click(details.getByRole('button', { name: 'Make again' }));
    await screen.findByRole('textbox', { name: 'What should it show?' });
    await waitFor(() => expect(draft()).toMatchObject({ seed: '8' }));
  });
});

describe('an image that waits', () => {
  const waiting = { status: 'pending', error_code: null } as const;
  const takenBack = () => generationOfNewest({ status: 'failed', error_code: 'CANCELLED', credits_returned: 3.5 });

  it('is taken back after a question that tells of its credits, and stays as what was taken back', async () => {
    let cancelled = 0;
    server.use(
      http.post(`${API}/images/generations/:id/cancel`, () => {
        cancelled += 1;
        world.items = world.items.map((item) =>
          item.frame_number === 2 ? { ...item, status: 'failed', error_code: 'CANCELLED' } : item,
        );
        return ok(takenBack());
      }),
    );
    const frame = await openWith(waiting);
    await choose(frame, 'Cancel');
    const question = await screen.findByRole('group', { name: 'Cancel this one? 3.5 credits return.' });
    expect(cancelled).toBe(0);
    await userEvent.click(within(question).getByRole('button', { name: 'Yes, cancel' }));
    expect(await screen.findByText('Cancelled. 3.5 credits returned.')).toBeVisible();
    expect(await frame.findByText('Cancelled')).toBeVisible();
    expect(cancelled).toBe(1);
    expect(await frame.findByRole('button', { name: 'Generate again' })).toBeVisible();
  });

  it('and was begun meanwhile is not taken back: that is told, and nothing is lost', async () => {
    server.use(http.post(`${API}/images/generations/:id/cancel`, () => refuse('GENERATION_NOT_CANCELLABLE')));
    const frame = await openWith(waiting);
    act(() => card(2).focus());
    await userEvent.keyboard('{Delete}');
    await screen.findByRole('group', { name: /^Cancel this one/ });
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('It can no longer be cancelled: it has started.')).toBeVisible();
    expect(world.removed).toEqual([]);
    expect(card(2)).toHaveFocus();
    expect(frame.getByText('Queued')).toBeVisible();
  });
});

describe('a finger that is held on a card', () => {
  it('selects it, and lifting it opens nothing', async () => {
    await world.open();
    await sheet();
    const at = { clientX: 50, clientY: 50 };
    point(card(14), 'pointerDown', at);
    const box = await screen.findByRole('checkbox', { name: /^Prompt 14,/ });
    expect(box).toBeChecked();
    point(box, 'pointerUp', at);
    fireEvent.click(box);
    expect(box).toBeChecked();
    expect(world.place()).toBe('/gallery');
    await userEvent.click(screen.getByRole('checkbox', { name: /^Prompt 13,/ }));
    expect(screen.getByText('2 selected')).toBeVisible();
  });
});
