import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { GalleryItem } from '@app/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { galleryItem, imageId } from '../../../../test/gallery';
import { renderPart } from '../../../../test/render-part';
import { API, USER, meHandler, ok, refuse, startServer } from '../../../../test/server';
import '../../../api/endpoints/images';
import { connectToasts, type ToastMessage } from '../../../shared/toasts';
import type { GalleryActions, GeneratorMode } from './gallery-actions';
import { useCreateGalleryActions } from './use-create-gallery-actions';

const server = startServer();
const share = jest.fn<(item: GalleryItem) => void>();
let calls: string[];
let toasts: ToastMessage[];
let disconnect: () => void;

beforeEach(() => {
  [calls, toasts] = [[], []];
  disconnect = connectToasts((toast) => toasts.push(toast));
  const answer = ({ request }: { request: Request }) => {
    calls.push(request.method);
    return ok({ is_favorited: request.method === 'POST' });
  };
  server.use(
    meHandler('good'),
    http.post(`${API}/images/:id/favorite`, answer),
    http.delete(`${API}/images/:id/favorite`, answer),
  );
});
afterEach(() => disconnect());

interface Pressed {
  leaves?: boolean;
  press: (actions: GalleryActions) => void;
}
function Page({ leaves = false, press }: Pressed) {
  const actions = useCreateGalleryActions({ leaves, share, change: () => undefined, restored: () => undefined });
  return (
    <button type="button" onClick={() => press(actions)}>
      {actions.pendingDeleteId ?? 'nothing'} is asked
    </button>
  );
}
async function perform(pressed: Pressed) {
  const page = await renderPart(<Page {...pressed} />, { user: USER, namespaces: ['gallery', 'work'] });
  await userEvent.click(screen.getByRole('button'));
  return page;
}
const draft = () => JSON.parse(window.sessionStorage.getItem('generate_draft') ?? '{}') as object;
const MARKED = galleryItem(1, { is_favorited: true });

describe('a favorite that is taken out of the list of favorites', () => {
  it('can be put back', async () => {
    await perform({ leaves: true, press: ({ toggleFavorite }) => toggleFavorite(MARKED) });
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(toasts[0]).toMatchObject({ kind: 'success', text: 'Removed from favorites', duration: 10_000 });
    expect(toasts[0]?.action?.label).toBe('Undo');
    act(() => toasts[0]?.action?.run());
    await waitFor(() => expect(calls).toEqual(['DELETE', 'POST']));
  });

  it('and could not be is told as not changed', async () => {
    server.use(http.delete(`${API}/images/:id/favorite`, () => refuse('SERVICE_UNAVAILABLE')));
    await perform({ leaves: true, press: ({ toggleFavorite }) => toggleFavorite(MARKED) });
    await waitFor(() => expect(toasts.map(({ kind }) => kind)).toEqual(['error']));
  });
});

it.each([
  [false, MARKED, 'DELETE'],
  [true, galleryItem(1), 'POST'],
])('a mark that moves nothing (in favorites: %s) is changed without a word', async (leaves, item, method) => {
  await perform({ leaves, press: ({ toggleFavorite }) => toggleFavorite(item) });
  await waitFor(() => expect(calls).toEqual([method]));
  expect(toasts).toEqual([]);
});

it.each<[GeneratorMode, Partial<GalleryItem>, object]>([
  ['remix', {}, { seed: '5', parentId: imageId(1) }],
  ['again', {}, { seed: '', parentId: imageId(1) }],
  ['retry', {}, { seed: '5', parentId: null }],
  ['retry', { error_code: 'CONTENT_REJECTED' }, { seed: '', parentId: null }],
  ['reuse', {}, { seed: '', parentId: null }],
])('an image is opened in the generator for "%s" with %j as %j', async (mode, part, expected) => {
  const item = galleryItem(1, { seed: 5, ...part });
  const { place } = await perform({ press: ({ openInGenerator }) => openInGenerator(item, mode) });
  expect(place()).toMatch(/^\/generate/);
  expect({ parentId: null, ...draft() }).toMatchObject(expected);
});

it('a file is asked for in the type that was chosen', async () => {
  let asked = '';
  server.use(
    http.get(`${API}/images/:id/download`, ({ request }) => {
      asked = new URL(request.url).search;
      return refuse('NOT_FOUND');
    }),
  );
  await perform({ press: ({ download }) => void download(MARKED, 'webp') });
  await waitFor(() => expect(asked).toBe('?format=webp'));
});

it('what is asked to be deleted is known to all, and what is shared is handed on', async () => {
  await perform({
    press: ({ askToDelete, share: hand }) => {
      askToDelete(imageId(1));
      hand(MARKED);
    },
  });
  expect(screen.getByRole('button')).toHaveTextContent(`${imageId(1)} is asked`);
  expect(share.mock.calls).toEqual([[MARKED]]);
});
