import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { REMOVED_AT_ONCE, UNDO_SECONDS, type Locale } from '@app/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { renderPart } from '../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../test/server';
import { analytics } from '../../shared/analytics/analytics';
import { connectToasts, type ToastMessage } from '../../shared/toasts';
import { useDeleteImages } from './use-delete-images';
import { useFavoriteImage } from './use-favorite-image';

const server = startServer();
const onRestored = jest.fn<() => void>();
let toasts: ToastMessage[];
let disconnect: () => void;
let removed: string[][];
let restored: string[][];
/** Of the answer to each deletion, by its number; the default is ten seconds. */
let until: (call: number) => number | null;
/** What is answered where that is null. */
let failing: () => Response;

beforeEach(() => {
  [toasts, removed, restored] = [[], [], []];
  until = () => 10_000;
  failing = () => refuse('RATE_LIMITED');
  onRestored.mockClear();
  disconnect = connectToasts((toast) => toasts.push(toast));
  const idsOf = async (request: Request) => ((await request.json()) as { image_ids: string[] }).image_ids;
  server.use(
    http.post(`${API}/images/generations/batch-delete`, async ({ request }) => {
      const ids = await idsOf(request);
      const left = until(removed.push(ids));
      if (left === null) return failing();
      return ok({ deleted: ids, restore_until: new Date(Date.now() + left).toISOString() });
    }),
    http.post(`${API}/images/restore`, async ({ request }) => {
      restored.push(await idsOf(request));
      return ok({ restored: restored.at(-1) });
    }),
  );
});
afterEach(() => disconnect());

function Remover({ ids }: { ids: readonly string[] }) {
  const { deleteImages, undo } = useDeleteImages();
  return (
    <>
      <button type="button" onClick={() => void deleteImages(ids, onRestored)}>
        Delete
      </button>
      <button type="button" onClick={undo}>
        Undo
      </button>
    </>
  );
}
const someIds = (length: number) => Array.from({ length }, (_, index) => `id-${index}`);
const ids = someIds(REMOVED_AT_ONCE + 2);
const show = (some: readonly string[], locale?: Locale) =>
  renderPart(<Remover ids={some} />, { user: USER, namespaces: ['work'], locale });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const texts = () => toasts.map(({ text }) => text);

describe('images that are deleted', () => {
  it('go in batches, and come back together', async () => {
    await show(ids);
    await press('Delete');
    await waitFor(() => expect(texts()).toEqual([`${ids.length} images deleted`]));
    expect(removed).toEqual([ids.slice(0, REMOVED_AT_ONCE), ids.slice(REMOVED_AT_ONCE)]);
    await press('Undo');
    await waitFor(() => expect(texts()[1]).toBe(`${ids.length} images are back`));
    expect(restored).toEqual(removed);
    expect(onRestored).toHaveBeenCalledTimes(1);
    await press('Undo');
    expect(restored).toHaveLength(2);
  });

  it('are told as far as they went, with why the others did not', async () => {
    until = (call) => (call === 1 ? 5_000 : null);
    await show(ids);
    await press('Delete');
    await waitFor(() => expect(texts()).toHaveLength(2));
    expect(texts()[0]).toMatch(/^2 images were not deleted\. \S/);
    expect(texts()[1]).toBe(`${REMOVED_AT_ONCE} images deleted`);
  });

  it('of which a call is refused are told as not deleted with those that were not sent any more', async () => {
    until = (call) => (call === 1 ? 5_000 : null);
    await show(someIds(2 * REMOVED_AT_ONCE + 2));
    await press('Delete');
    await waitFor(() => expect(texts()).toHaveLength(2));
    expect(removed).toHaveLength(2);
    expect(texts()[0]).toContain(`${REMOVED_AT_ONCE + 2} images were not deleted.`);
    expect(texts()[1]).toBe(`${REMOVED_AT_ONCE} images deleted`);
  });

  it.each([
    ['the way back is cut', () => HttpResponse.error()],
    ['a server in front gives up', () => refuse('SERVICE_UNAVAILABLE')],
  ])('of which the answer is lost since %s are not told as kept, and can be had back', async (_, lost) => {
    [until, failing] = [() => null, lost];
    await show(['a', 'b']);
    await press('Delete');
    await waitFor(() => expect(texts()).toHaveLength(1));
    expect(toasts[0]).toMatchObject({
      kind: 'error',
      text: expect.stringMatching(/^We could not confirm that 2 images were deleted\. \S/),
    });
    expect(toasts[0]?.action?.until).toBeGreaterThan(Date.now() + 5_000);
    expect(toasts[0]?.action?.until).toBeLessThanOrEqual(Date.now() + UNDO_SECONDS * 1000);
    await press('Undo');
    await waitFor(() => expect(restored).toEqual([['a', 'b']]));
    expect(onRestored).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['en', 'We could not confirm that the image was deleted. '],
    ['zh', '没能确认 1 张图片是否已删除。'],
  ] as const)('as one whose answer is lost, is told so in %s', async (locale, text) => {
    server.use(http.delete(`${API}/images/a`, () => HttpResponse.error()));
    await show(['a'], locale);
    await press('Delete');
    await waitFor(() => expect(texts()).toEqual([expect.stringContaining(text)]));
    act(() => toasts[0]?.action?.run());
    await waitFor(() => expect(restored).toEqual([['a']]));
  });

  it('of which only a later answer is lost come back together with those that went before', async () => {
    [until, failing] = [(call) => (call === 1 ? 5_000 : null), () => HttpResponse.error()];
    await show(someIds(2 * REMOVED_AT_ONCE + 2));
    await press('Delete');
    await waitFor(() => expect(texts()).toHaveLength(2));
    expect(texts()[0]).toMatch(
      new RegExp(`^We could not confirm that ${REMOVED_AT_ONCE} images were deleted\\. 2 images were not deleted\\.`),
    );
    expect(texts()[1]).toBe(`${REMOVED_AT_ONCE} images deleted`);
    // For as long as those that went first can be had back.
    for (const { action } of toasts) expect(action?.until).toBeLessThanOrEqual(Date.now() + 5_000);
    await press('Undo');
    await waitFor(() => expect(restored).toEqual(removed));
  });

  it('can be had back by the message for as long as the first of them can', async () => {
    until = (call) => call * 60_000;
    await show(ids);
    await press('Delete');
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(toasts[0]?.action?.until).toBeLessThan(Date.now() + 61_000);
    act(() => toasts[0]?.action?.run());
    await waitFor(() => expect(restored).toHaveLength(2));
  });

  it('are not restored by a key once it is too late, and not told where none went', async () => {
    until = (call) => (call === 1 ? -1 : null);
    await show(['a', 'b']);
    await press('Delete');
    await waitFor(() => expect(texts()).toEqual(['2 images deleted']));
    await press('Undo');
    await press('Delete');
    await waitFor(() => expect(texts()).toHaveLength(2));
    expect([restored, texts()[1]]).toEqual([[], expect.stringMatching(/^2 images were not deleted\./)]);
  });
});

it.each([
  [true, 'add'],
  [false, 'remove'],
])('an image is marked (%s) and counted as “%s”; a refusal is told', async (favorite, action) => {
  const event = jest.spyOn(analytics, 'event').mockImplementation(() => undefined);
  const answers: boolean[] = [];
  const id = '7a1f0c1e-0000-4000-8002-000000000001';
  const answer = () => ok({ is_favorited: favorite });
  server.use(
    http.post(`${API}/images/:id/favorite`, answer),
    http.delete(`${API}/images/:id/favorite`, answer),
    http.post(`${API}/images/favorites`, answer),
  );
  function Marker() {
    const mark = useFavoriteImage();
    const run = async () => void answers.push((await mark(id, favorite)) !== null);
    return (
      <button type="button" onClick={() => void run()}>
        Mark
      </button>
    );
  }
  await renderPart(<Marker />, { user: USER, namespaces: ['work'] });
  await press('Mark');
  await waitFor(() => expect(answers).toEqual([true]));
  expect(event.mock.calls).toEqual([['favorite_image', { action }]]);
  const refusal = () => refuse('NOT_FOUND');
  server.use(http.post(`${API}/images/:id/favorite`, refusal), http.delete(`${API}/images/:id/favorite`, refusal));
  await press('Mark');
  await waitFor(() => expect(answers).toEqual([true, false]));
  expect([toasts.length, event.mock.calls.length]).toEqual([1, 1]);
  event.mockRestore();
});
