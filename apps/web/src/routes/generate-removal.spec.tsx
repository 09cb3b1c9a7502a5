import { beforeEach, describe, expect, it } from '@jest/globals';
import { UNDO_SECONDS, type Generation } from '@app/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { toast } from 'sonner';
import { startGeneratePage } from '../../test/generate-page';
import { generation as makeGeneration, image } from '../../test/generations';
import { API, ok, refuse, startServer } from '../../test/server';

const server = startServer();
const world = startGeneratePage(server);

const id = (number: number) => `7a1f0c1e-0000-4000-8003-${String(number).padStart(12, '0')}`;
const address = (number: number) => `http://localhost/api/files/${number}.png`;

/** What the server keeps; `removed` can come back. */
let kept: Generation[];
let removed: string[];

const withoutRemoved = (generation: Generation): Generation => ({
  ...generation,
  generated_images: generation.generated_images.filter((each) => !removed.includes(each.id)),
});
const find = (key: unknown) => {
  const found = kept.find((generation) => generation.id === key);
  const left = found && withoutRemoved(found);
  return left && left.generated_images.length > 0 ? left : undefined;
};

/** A finished generation of some images, numbered from `first`. */
const make = (prompt: string, first: number, count = 1, part: Partial<Generation> = {}): Generation =>
  makeGeneration({
    id: id(first),
    prompt,
    count,
    status: 'completed',
    credits_used: 3.5 * count,
    generated_images: Array.from({ length: count }, (_, index) =>
      image({ id: id(first + index), status: 'completed', url: address(first + index) }),
    ),
    ...part,
  });

const open = async (prefix = '') => {
  window.sessionStorage.setItem('generate_visit', JSON.stringify(kept.map((generation) => generation.id)));
  await world.open(`${prefix}/generate`);
};
const tray = () => screen.getByLabelText(/^(Your image|生成结果)$/, { selector: 'section' });
/** To look for something by its role in the whole page takes a crowded machine seconds. */
const result = () => within(tray().parentElement ?? document.body);
/** Of several images the selected one. */
const shown = () =>
  (
    tray().querySelector('li:has([aria-pressed="true"]) img[alt]:not([aria-hidden])') ?? within(tray()).getByRole('img')
  ).getAttribute('src');
const askToRemove = async () => {
  await userEvent.click(await result().findByRole('button', { name: 'More' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  return result().findByRole('group', { name: 'Delete this image?' });
};
const visit = () => JSON.parse(window.sessionStorage.getItem('generate_visit') ?? '[]') as string[];

beforeEach(() => {
  toast.dismiss();
  kept = [make('fox', 10)];
  removed = [];
  server.use(
    http.get(`${API}/images/generations/:id`, ({ params }) => {
      const found = find(params.id);
      return found ? ok(found) : refuse('NOT_FOUND');
    }),
    http.delete(`${API}/images/:id`, ({ params }) => {
      removed.push(String(params.id));
      return ok({ deleted: [params.id], restore_until: new Date(Date.now() + UNDO_SECONDS * 1000).toISOString() });
    }),
    http.post(`${API}/images/restore`, async ({ request }) => {
      const { image_ids: ids } = (await request.json()) as { image_ids: string[] };
      removed = removed.filter((each) => !ids.includes(each));
      return ok({ restored: ids });
    }),
  );
});

describe('deleting from the result', () => {
  it('of one image of several, after a question in the place of the buttons, leaves the others and the focus in the result', async () => {
    kept = [make('fox', 10, 3)];
    await open();
    await userEvent.click(await result().findByRole('button', { name: 'Image 2 of 3, Done' }));
    expect(shown()).toBe(address(11));
    const question = await askToRemove();
    await waitFor(() => expect(within(question).getByRole('button', { name: 'Yes, delete' })).toHaveFocus());
    expect(result().queryByRole('button', { name: 'Download' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(result().getByRole('button', { name: 'More' })).toHaveFocus());
    expect(removed).toEqual([]);
    await askToRemove();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Image deleted')).toBeVisible();
    expect(removed).toEqual([id(11)]);
    expect(shown()).toBe(address(12));
    expect(result().getByRole('button', { name: 'Image 2 of 2, Done' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('group', { name: 'fox' })).toHaveFocus();
    expect(visit()).toEqual([id(10)]);
    // Two of three are left of what arrived whole: nothing is missing.
    expect(screen.queryByText(/of 3 arrived/)).toBeNull();
    // The last one leads to the one before; a single one needs no row.
    await askToRemove();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(shown()).toBe(address(10)));
    expect(result().queryByRole('button', { name: /^Image 1 of/ })).toBeNull();
  });

  it('is one deletion for a double click, and nothing for what comes to lie below the pointer', async () => {
    kept = [make('fox', 10, 2)];
    await open();
    const question = await askToRemove();
    fireEvent.click(within(question).getByRole('button', { name: 'Yes, delete' }), { detail: 1 });
    fireEvent.click(await result().findByRole('button', { name: 'Remix' }), { detail: 2 });
    expect(screen.getByLabelText('What should it show?')).toHaveValue('');
    fireEvent.click(result().getByRole('button', { name: 'Remix' }), { detail: 1 });
    expect(screen.getByLabelText('What should it show?')).toHaveValue('fox');
  });

  it('of all of a generation takes it out of the visit, for the next one; after the last one the tray is empty', async () => {
    kept = [make('fox', 10), make('owl', 20)];
    await open();
    await askToRemove();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(screen.getByRole('group', { name: 'owl' })).toHaveFocus());
    await waitFor(() => expect(shown()).toBe(address(20)));
    expect(visit()).toEqual([id(20)]);
    expect(screen.queryByRole('button', { name: 'Done: fox' })).toBeNull();
    await askToRemove();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Your image appears here')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Your image' })).toHaveFocus();
    expect(visit()).toEqual([]);
  });

  it('is undone where it was, also when the whole generation had gone', async () => {
    kept = [make('fox', 10), make('owl', 20)];
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Done: owl' }));
    await waitFor(() => expect(shown()).toBe(address(20)));
    await askToRemove();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
    expect(await screen.findByText('The image is back')).toBeVisible();
    await waitFor(() => expect(shown()).toBe(address(20)));
    expect(visit()).toEqual([id(10), id(20)]);
  });

  it('of one of several is undone in its place', async () => {
    kept = [make('fox', 10, 2)];
    await open();
    await result().findByRole('button', { name: 'Image 1 of 2, Done' });
    await askToRemove();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(shown()).toBe(address(11)));
    await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }));
    await waitFor(() => expect(shown()).toBe(address(10)));
    expect(result().getByRole('button', { name: 'Image 2 of 2, Done' })).toBeVisible();
  });

  it('that the server refuses leaves everything as it was, and says so', async () => {
    server.use(http.delete(`${API}/images/:id`, () => refuse('RATE_LIMITED')));
    kept = [make('fox', 10), make('owl', 20)];
    await open();
    await askToRemove();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText(/^The image was not deleted\./)).toBeVisible();
    await waitFor(() => expect(shown()).toBe(address(10)));
    expect(visit()).toEqual([id(10), id(20)]);
  });
});

describe('what was deleted elsewhere', () => {
  it('is gone from the result and from the strip when another tab says that images changed', async () => {
    kept = [make('fox', 10), make('owl', 20, 2), make('whale', 30)];
    await open();
    await screen.findByRole('button', { name: 'Done: owl' });
    await waitFor(() => expect(shown()).toBe(address(10)));
    removed = [id(10), id(20), id(30)];
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'pictures_changed' })));
    await waitFor(() => expect(visit()).toEqual([id(20)]));
    expect(await screen.findByRole('group', { name: 'owl' })).toBeVisible();
    await waitFor(() => expect(shown()).toBe(address(21)));
  });
});

describe('other things behind “More”', () => {
  it('are the file in another format and the settings', async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get(`${API}/images/${id(10)}/download`, ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('format'));
        return refuse('SERVICE_UNAVAILABLE');
      }),
    );
    await open();
    await userEvent.click(await result().findByRole('button', { name: 'More' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Copy image',
      'Download as JPEG',
      'Download as WebP',
      'Use these settings',
      'Delete',
    ]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Download as WebP' }));
    expect(await screen.findByText('Server error, please try again later')).toBeVisible();
    expect(asked).toEqual(['webp']);
    await userEvent.click(result().getByRole('button', { name: 'More' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Use these settings' }));
    expect(screen.getByRole('textbox', { name: 'What should it show?' })).toHaveValue('fox');
  });
});

describe('an image whose file was lost', () => {
  const lost = () => image({ id: id(10), seed: 99, status: 'completed', url: null });

  it('says what happened, what about its credits, and offers what is left to do', async () => {
    kept = [make('fox', 10, 1, { generated_images: [lost()] })];
    await open();
    expect(await screen.findByText('The file of this image was lost')).toBeVisible();
    expect(screen.getByText(/^The 3\.5 credits it cost are not returned automatically/)).toBeVisible();
    expect(result().queryByRole('button', { name: 'Download' })).toBeNull();
    expect(result().getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', '/contact');
    await userEvent.click(result().getByRole('button', { name: 'More' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Use these settings',
      'Delete',
    ]);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(result().getByRole('button', { name: /^Make it again ?, 3\.5 credits/ }));
    await waitFor(() => expect(world.submitted).toHaveLength(1));
    expect(world.submitted[0]?.body).toMatchObject({ prompt: 'fox', seed: 99, count: 1 });
    await screen.findByText(/^Ready by/);
  });
});
