import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Generation, GenerationImage } from '@app/contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { generation, image } from '../../../../../test/generations';
import { renderPart } from '../../../../../test/render-part';
import { API, QUOTA, USER, meHandler, ok, startServer } from '../../../../../test/server';
import { ImageActions } from './image-actions';

const server = startServer();
const DONE = { status: 'completed', url: 'http://localhost/api/files/a.png' } as const;
const FAILED = { status: 'failed', error_code: 'ENGINE_TIMEOUT' } as const;
const calls = {
  onReuse: jest.fn(),
  onReword: jest.fn(),
  onRemix: jest.fn(),
  onRemove: jest.fn(),
};
let bodies: Record<string, unknown>[];
let accepted: number;

beforeEach(() => {
  [bodies, accepted] = [[], 0];
  for (const call of Object.values(calls)) call.mockReset();
  server.use(
    meHandler('good'),
    http.get(`${API}/images/generations/:id`, () => ok(generation({ status: 'completed' }))),
    http.post(`${API}/images/generate`, async ({ request }) => {
      bodies.push((await request.json()) as Record<string, unknown>);
      return ok(generation());
    }),
  );
});

afterEach(() => void jest.restoreAllMocks());

async function show(part: Partial<GenerationImage>, of: Partial<Generation> = {}) {
  const one = image(part);
  const whole = generation({ status: one.status, error_code: one.error_code, generated_images: [one], ...of });
  const fallback = { current: document.body };
  await renderPart(
    <ImageActions
      generation={whole}
      image={one}
      {...calls}
      focusFallback={fallback}
      shareDialog={({ open }) => (open ? <p>Sharing</p> : null)}
      events={{ onAccepted: () => (accepted += 1), onSignInNeeded: () => undefined }}
    />,
    { user: USER, namespaces: ['generate', 'work', 'options', 'gallery'] },
  );
}
const names = () =>
  [...screen.queryAllByRole('button'), ...screen.queryAllByRole('link')].map(
    (one) => one.getAttribute('aria-label') ?? one.textContent,
  );
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const pressEntry = async (name: string) => {
  await press('More');
  await userEvent.click(await screen.findByRole('menuitem', { name }));
};

describe('an image that arrived', () => {
  it('is asked for once more with another seed, as a child of itself', async () => {
    await show(DONE, { seed: 7 });
    await press(/^Another one/);
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).toMatchObject({ prompt: 'A red fox', parent_id: image().id });
    expect(bodies[0]).not.toHaveProperty('seed');
    await waitFor(() => expect(accepted).toBe(1));
  });

  it('of a set of which some are missing is not asked for again here', async () => {
    const other = image({ ...FAILED, id: '7a1f0c1e-0000-4000-8000-00000000000b' });
    await show(DONE, { count: 2, generated_images: [image(DONE), other] });
    expect(names()).toEqual(['Download', 'Add to favorites', 'Share', 'Remix', 'More', 'Open in gallery']);
  });

  it('is remixed, shared and reused by one press each', async () => {
    await show(DONE);
    await press('Remix');
    expect(calls.onRemix).toHaveBeenCalledTimes(1);
    expect(screen.queryByText('Sharing')).toBeNull();
    await press('Share');
    expect(screen.getByText('Sharing')).toBeVisible();
    await pressEntry('Use these settings');
    expect(calls.onReuse).toHaveBeenCalledTimes(1);
  });

  it('can be copied, and downloaded in the formats that it is not in', async () => {
    await show(DONE, { output_format: 'jpeg' });
    await press('More');
    const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(entries).toEqual([
      expect.stringMatching(/^Copy/),
      'Download as PNG',
      'Download as WebP',
      'Use these settings',
      'Delete',
    ]);
  });

  it('is deleted after a question, which can be answered with no', async () => {
    await show(DONE);
    await pressEntry('Delete');
    expect(screen.queryByRole('button', { name: 'Remix' })).toBeNull();
    await press('Keep');
    expect(calls.onRemove).not.toHaveBeenCalled();
    await waitFor(() => expect(screen.getByRole('button', { name: 'More' })).toHaveFocus());
    await pressEntry('Delete');
    await press('Yes, delete');
    expect(calls.onRemove).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('button', { name: 'Remix' })).toBeVisible();
  });

  it('is not offered to be deleted without a network', async () => {
    jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
    await show(DONE);
    await press('More');
    await screen.findByRole('menuitem', { name: 'Use these settings' });
    expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull();
  });

  it.each([
    [true, 'Remove from favorites', 'DELETE'],
    [false, 'Add to favorites', 'POST'],
  ])('that is a favorite: %s, is changed by "%s"', async (isFavorite, name, method) => {
    const asked: string[] = [];
    const answer = ({ request }: { request: Request }) => {
      asked.push(request.method);
      return ok({ is_favorited: !isFavorite });
    };
    server.use(http.post(`${API}/images/:id/favorite`, answer), http.delete(`${API}/images/:id/favorite`, answer));
    await show({ ...DONE, is_favorited: isFavorite });
    const heart = screen.getByRole('button', { name });
    // Its name alone says how it stands: with both, a screen reader says the opposite.
    expect(heart).not.toHaveAttribute('aria-pressed');
    await userEvent.click(heart);
    await waitFor(() => expect(asked).toEqual([method]));
  });
});

describe('an image whose file was lost', () => {
  it('is made again alone with its seed, or written about; there is no file to copy', async () => {
    await show({ status: 'completed', url: null, seed: 42 }, { count: 4 });
    expect(names().at(-1)).toBe('Write to us');
    await press('More');
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Use these settings',
      'Delete',
    ]);
    await userEvent.keyboard('{Escape}');
    await press(/3\.5/);
    await waitFor(() => expect(bodies).toHaveLength(1));
    expect(bodies[0]).toMatchObject({ seed: 42 });
    expect([undefined, 1]).toContain(bodies[0]?.['count']);
  });
});

describe('an image that was not made', () => {
  it('is tried again as it was', async () => {
    await show(FAILED);
    await press(/^Try again/);
    await waitFor(() => expect(bodies).toMatchObject([{ prompt: 'A red fox' }]));
    await press('Use these settings');
    expect(calls.onReuse).toHaveBeenCalledTimes(1);
  });

  it('with all others of its set is asked for again with them, from the same seed', async () => {
    server.use(http.get(`${API}/quota`, () => ok({ ...QUOTA, imagesPerGeneration: 4 })));
    const generated_images = [0, 1, 2, 3].map((index) => image({ ...FAILED, id: `image-${index}`, seed: 41 + index }));
    await show({ ...FAILED, seed: 41 }, { count: 4, seed: 41, generated_images });
    await press(/^Try again.*14 credits$/);
    await waitFor(() => expect(bodies).toMatchObject([{ seed: 41, count: 4 }]));
  });

  it('for its words leads back to them', async () => {
    await show({ status: 'failed', error_code: 'CONTENT_REJECTED' });
    expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull();
    await press('Change the prompt');
    expect(calls.onReword).toHaveBeenCalledTimes(1);
  });

  it('because it was cancelled is asked for again by its settings alone', async () => {
    await show({ status: 'failed', error_code: 'CANCELLED' });
    expect(names()).toEqual(['Generate again', 'Delete']);
    await press('Generate again');
    expect(calls.onReuse).toHaveBeenCalledTimes(1);
  });

  it('among others that arrived can only be deleted, and the question returns the focus', async () => {
    await show(FAILED, { status: 'completed', error_code: null });
    expect(names()).toEqual(['Delete']);
    await press('Delete');
    await press('Keep');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus());
  });

  it('cannot be deleted without a network, and says so', async () => {
    jest.spyOn(window.navigator, 'onLine', 'get').mockReturnValue(false);
    await show(FAILED);
    expect(screen.getByRole('button', { name: 'Delete' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Delete' }).title).not.toBe('');
  });
});

it.each(['pending', 'processing'] as const)('an image that is %s has no actions', async (status) => {
  await show({ status });
  expect(names()).toEqual([]);
});
