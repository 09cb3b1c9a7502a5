import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { GalleryItem, Generation } from '@app/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import type { ReactElement } from 'react';
import { galleryItem, imageId } from '../../../../test/gallery';
import { generation as makeGeneration } from '../../../../test/generations';
import { renderPart } from '../../../../test/render-part';
import { API, USER, ok, startServer } from '../../../../test/server';
import { GalleryActionsProvider, type GalleryActions } from '../grid/gallery-actions';
import { WorkNote } from '../grid/work-note';
import { DetailsActions } from './details-actions';
import { DetailsData } from './details-data';
import { DetailsPrompt } from './details-prompt';

const server = startServer();
const done: unknown[][] = [];
const onRemove = jest.fn<() => void>();
let pendingDeleteId: string | null;

beforeEach(() => {
  done.length = 0;
  onRemove.mockClear();
  pendingDeleteId = null;
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'onLine');
});

/** A part of the page; what people do is noted, with the id of the image. */
async function show(part: ReactElement, generation: Partial<Generation> = {}) {
  server.use(http.get(`${API}/images/generations/:id`, () => ok(makeGeneration({ id: imageId(1), ...generation }))));
  const note =
    (name: string) =>
    (...values: unknown[]) =>
      void done.push([name, ...values.map((value) => (value as GalleryItem | null)?.frame_number ?? value)]);
  const actions: GalleryActions = {
    favoritesChanged: () => undefined,
    imagesGone: () => undefined,
    toggleFavorite: note('favorite'),
    download: async (...values) => note('download')(...values),
    deleteImages: async (ids) => {
      note('delete')(...ids);
      return ids;
    },
    undo: note('undo'),
    share: note('share'),
    openInGenerator: note('open'),
    pendingDeleteId,
    askToDelete: note('ask'),
  };
  return renderPart(<GalleryActionsProvider value={actions}>{part}</GalleryActionsProvider>, {
    user: USER,
    namespaces: ['gallery', 'work'],
  });
}
const names = () =>
  screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const actionsOf = (item: GalleryItem) => <DetailsActions item={item} onRemove={onRemove} />;

describe('the prompt of an image', () => {
  it('has the words underlined that its engine understood', async () => {
    await show(<DetailsPrompt item={galleryItem(1, { prompt: 'A 🦊 fox', understood: [{ start: 4, end: 7 }] })} />);
    expect(screen.getByRole('heading', { name: 'Prompt: A 🦊 fox' })).toBeVisible();
    expect([...document.querySelectorAll('u')].map(({ textContent }) => textContent)).toEqual(['fox']);
    expect(screen.getByText('Underlined: what the engine understood.')).toBeVisible();
  });

  it('is plain where the engine says nothing', async () => {
    await show(<DetailsPrompt item={galleryItem(1)} />);
    expect(screen.getByRole('heading', { name: 'Prompt: Prompt 1' })).toBeVisible();
    expect(screen.queryByText(/^Underlined/)).toBeNull();
  });
});

describe('what one does with an image that is open', () => {
  it('that was delivered: all of it', async () => {
    await show(actionsOf(galleryItem(1)));
    expect(names()).toEqual(['Download', 'Add to favorites', 'More', 'Share', 'Remix', 'Delete']);
    for (const name of ['Add to favorites', 'Share', 'Remix', 'Delete']) await press(name);
    expect(done).toEqual([
      ['favorite', 1],
      ['share', 1],
      ['open', 1, 'remix'],
      ['ask', imageId(1)],
    ]);
    expect(screen.getByRole('button', { name: 'Add to favorites' })).not.toHaveAttribute('aria-pressed');
  });

  it('behind “More”: the same again, and the other types of file', async () => {
    await show(actionsOf(galleryItem(1, { is_favorited: true, output_format: 'jpeg' })));
    expect(screen.getByRole('button', { name: 'Remove from favorites' })).toBeVisible();
    await press('More');
    const entries = await screen.findAllByRole('menuitem');
    expect(entries.map(({ textContent }) => textContent)).toEqual([
      'Another one',
      expect.stringContaining('opy'),
      'Download as PNG',
      'Download as WebP',
    ]);
    await userEvent.click(entries[3] as HTMLElement);
    await press('More');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Another one' }));
    expect(done).toEqual([
      ['download', 1, 'webp'],
      ['open', 1, 'again'],
    ]);
  });

  it('that is on its way: its settings, and taking it back', async () => {
    await show(actionsOf(galleryItem(1, { status: 'pending', url: null })), { status: 'pending' });
    await screen.findByRole('button', { name: 'Cancel' });
    expect(names()).toEqual(['Use these settings', 'Cancel']);
    await press('Use these settings');
    expect(done).toEqual([['open', 1, 'reuse']]);
  });

  it.each([
    [{ error_code: 'ENGINE_TIMEOUT' }, 'Try again'],
    [{ error_code: 'CANCELLED' }, 'Generate again'],
    [{ error_code: 'CONTENT_REJECTED' }, 'Change the prompt'],
    [{ status: 'completed' }, 'Make again'],
  ] as const)('that is not there (%j): making it', async (part, name) => {
    await show(actionsOf(galleryItem(1, { status: 'failed', url: null, ...part })), { status: 'failed' });
    expect(names()).toEqual([name, 'Delete']);
    await press(name);
    expect(done).toEqual([['open', 1, 'retry']]);
  });

  it('that was declined where others passed: trying again', async () => {
    const item = galleryItem(1, { status: 'failed', url: null, error_code: 'CONTENT_REJECTED' });
    await show(actionsOf(item), { status: 'completed' });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('without a network: nothing that needs one, and why', async () => {
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    await show(actionsOf(galleryItem(1)));
    const resting = ['Share', 'Remix', 'Delete'].map((name) => screen.getByRole('button', { name }));
    for (const button of resting) {
      expect(button).toBeDisabled();
      expect(button).toHaveAccessibleDescription(/^You are offline\./);
    }
    expect(screen.getByRole('button', { name: 'Download' })).toBeEnabled();
    await press('More');
    const again = await screen.findByRole('menuitem', { name: 'Another one Not available offline' });
    expect(again).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(again);
    expect(done).toEqual([]);
  });
});

describe('before an image goes, it is asked', () => {
  const ask = async (item: GalleryItem, generation: Partial<Generation> = {}) => {
    pendingDeleteId = item.id;
    await show(actionsOf(item), generation);
  };
  it('whether it may, with a way back', async () => {
    await ask(galleryItem(1));
    expect(screen.getByText('Delete this image?')).toBeVisible();
    await press('Keep');
    expect([done, onRemove.mock.calls.length]).toEqual([[['ask', null]], 0]);
    await press('Yes, delete');
    expect(onRemove).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['processing', 1, /^Delete it\? It has started: it still costs 3\.5 credits\.$/],
    ['pending', 2, /^Delete it\? 3\.5 credits return, unless it starts right now\.$/],
    ['pending', 1, /^Cancel this one\? 3\.5 credits return\.$/],
  ] as const)('what becomes of its credits while it is %s, one of %d', async (status, count, question) => {
    await ask(galleryItem(1, { status, url: null }), { status, count });
    expect(await screen.findByText(question)).toBeVisible();
  });
});

describe('an image on its way, after a yes', () => {
  const answerYes = async (item: GalleryItem, generation: Partial<Generation>, yes: string) => {
    let cancelled = 0;
    server.use(
      http.post(`${API}/images/generations/:id/cancel`, () => {
        cancelled += 1;
        return ok(makeGeneration({ id: imageId(1), status: 'failed', error_code: 'CANCELLED' }));
      }),
    );
    pendingDeleteId = item.id;
    await show(actionsOf(item), generation);
    await userEvent.click(await screen.findByRole('button', { name: yes }));
    return () => cancelled;
  };

  it('is taken back where it waits alone, and stays open', async () => {
    const item = galleryItem(1, { status: 'pending', url: null });
    const cancelled = await answerYes(item, { status: 'pending' }, 'Yes, cancel');
    await waitFor(() => expect(cancelled()).toBe(1));
    expect([done, onRemove.mock.calls.length]).toEqual([[['ask', null]], 0]);
  });

  it('is deleted where it has begun', async () => {
    const item = galleryItem(1, { status: 'processing', url: null });
    const cancelled = await answerYes(item, { status: 'processing' }, 'Yes, delete');
    expect([done, onRemove.mock.calls.length, cancelled()]).toEqual([[], 1, 0]);
  });
});

describe('what was asked for', () => {
  const term = (name: string) => screen.queryByText(name, { selector: 'dt' })?.nextElementSibling?.textContent ?? null;
  it('is told of an image, without what there is not', async () => {
    const item = galleryItem(1, { negative_prompt: 'clouds', size: '3:2', width: 1216, height: 832, seed: 4711 });
    const { unmount } = await show(<DetailsData item={item} />);
    expect([term('Left out'), term('Model'), term('Style')]).toEqual(['clouds', 'SD 3.5 Medium', 'Enhance']);
    expect([term('Size'), term('Quality'), term('File')]).toEqual(['3:2 · 1216 × 832', 'Standard', 'PNG']);
    expect([term('Credits used'), term('Seed')]).toEqual(['3.5', '4711']);
    expect(term('Engine')).toBe('Demo engine (no AI model)');
    unmount();
    await show(<DetailsData item={galleryItem(1, { engine: null })} />);
    expect([term('Left out'), term('Engine')]).toEqual([null, null]);
  });
});

describe('who can see an image', () => {
  const seenBy = async (part: Partial<GalleryItem>) => {
    const { unmount } = await show(<DetailsData item={galleryItem(1, part)} />);
    const told = screen.queryByText('Visible to', { selector: 'dt' })?.nextElementSibling?.textContent ?? null;
    unmount();
    return told;
  };
  it('is told of what was delivered, as long as its link works', async () => {
    expect(await seenBy({ shared_until: null })).toBe('Only you');
    expect(await seenBy({ shared_until: '2026-01-01T00:00:00.000Z' })).toBe('Only you');
    expect(await seenBy({ shared_until: '2099-01-01T12:00:00.000Z' })).toMatch(
      /^Anyone with the link, until Jan 1, 2099/,
    );
    expect(await seenBy({ status: 'failed', url: null })).toBeNull();
  });
});

describe('below an image', () => {
  const FAILED = { status: 'failed', url: null } as const;
  it('that was not made stand the reason, what helps, and its credits', async () => {
    await show(<WorkNote item={galleryItem(1, { ...FAILED, error_code: 'ENGINE_TIMEOUT' })} />, { status: 'failed' });
    expect(screen.getByText(/^The engine took too long.* Try once more, or choose a quicker model\.$/)).toBeVisible();
    const link = await screen.findByRole('link', { name: '3.5 credits returned' });
    expect(link).toHaveAttribute('href', '/profile?tab=statement&kind=return');
    expect(screen.queryByText(/ arrived\.$/)).toBeNull();
  });

  it('that was declined among others stands that they passed', async () => {
    const item = galleryItem(1, { ...FAILED, error_code: 'CONTENT_REJECTED' });
    await show(<WorkNote item={item} />, { status: 'completed', count: 3, credits_returned: 3.5 });
    expect(await screen.findByText('2 of 3 arrived.')).toBeVisible();
    expect(
      screen.getByText(/declined to make this image\. The prompt is fine: another seed may pass\.$/),
    ).toBeVisible();
  });

  it('that was cancelled stand its credits alone; of one that is there, nothing', async () => {
    const { unmount } = await show(<WorkNote item={galleryItem(1, { ...FAILED, error_code: 'CANCELLED' })} />);
    expect(screen.getByRole('link', { name: /returned$/ })).toBeVisible();
    expect(screen.queryByText(/You cancelled/)).toBeNull();
    unmount();
    await show(<WorkNote item={galleryItem(1)} />);
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('whose file was lost stands where to write to', async () => {
    await show(<WorkNote item={galleryItem(1, { url: null })} />);
    expect(screen.getByRole('link', { name: 'Write to us about the credits' })).toHaveAttribute('href', '/contact');
  });

  it('that is on its way stand its place in the queue and when it comes', async () => {
    const queue = { position: 2, estimated_seconds: 30 };
    const item = galleryItem(1, { status: 'pending', url: null });
    const { store } = await show(<WorkNote item={item} />, { queue });
    expect(await screen.findByText(/^Place 2 in queue · ready by \d/)).toBeVisible();
    expect(store.getState().generationJobs.open).toEqual([item.generation_id]);
  });
});
