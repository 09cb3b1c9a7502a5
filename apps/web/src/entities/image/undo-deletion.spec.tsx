import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { renderPart } from '../../../test/render-part';
import { API, USER, ok, refuse, startServer } from '../../../test/server';
import { connectToasts, type ToastMessage } from '../../shared/toasts';
import { useDeleteImages } from './use-delete-images';

const server = startServer();
let toasts: ToastMessage[];
let restored: string[][];
let gone: readonly string[];
/** How the next attempts to restore fail. */
let failures: (() => Response)[];
let disconnect: () => void;

/** Images that the server deletes, of those that it is asked to. */
const serve = (deleted: readonly string[]) =>
  server.use(
    http.post(`${API}/images/generations/batch-delete`, () =>
      ok({ deleted, restore_until: new Date(Date.now() + 20_000).toISOString() }),
    ),
    http.post(`${API}/images/restore`, async ({ request }) => {
      const failure = failures.shift();
      if (failure) return failure();
      const { image_ids: ids } = (await request.json()) as { image_ids: string[] };
      restored.push(ids);
      return ok({ restored: ids });
    }),
  );

beforeEach(() => {
  [toasts, restored, gone, failures] = [[], [], [], []];
  disconnect = connectToasts((toast) => toasts.push(toast));
});
afterEach(() => disconnect());

function Remover() {
  const { deleteImages, undo } = useDeleteImages();
  return (
    <>
      <button type="button" onClick={() => void deleteImages(['a', 'b']).then((ids) => (gone = ids))}>
        Delete
      </button>
      <button type="button" onClick={undo}>
        Undo
      </button>
    </>
  );
}
const show = async () => {
  await renderPart(<Remover />, { user: USER, namespaces: ['work'] });
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
};
const undo = () => userEvent.click(screen.getByRole('button', { name: 'Undo' }));
const texts = () => toasts.map(({ text }) => text);

it('an image that did not come back can be asked for again, by the message and by the key', async () => {
  serve(['a']);
  failures = [() => HttpResponse.error(), () => HttpResponse.error()];
  await show();
  await waitFor(() => expect(texts()).toEqual(['Image deleted']));
  act(() => toasts[0]?.action?.run());
  await waitFor(() => expect(toasts).toHaveLength(2));
  expect(toasts[1]?.text.startsWith('The image was not restored. Network connection failed')).toBe(true);
  expect(toasts[1]?.action?.until).toBe(toasts[0]?.action?.until);
  act(() => toasts[1]?.action?.run());
  await waitFor(() => expect(toasts).toHaveLength(3));
  await undo();
  await waitFor(() => expect(restored).toEqual([['a']]));
  await waitFor(() => expect(texts().at(-1)).toBe('The image is back'));
});

it('an image whose time is over is not offered again', async () => {
  serve(['a']);
  failures = [() => refuse('RESTORE_WINDOW_CLOSED')];
  await show();
  await waitFor(() => expect(toasts).toHaveLength(1));
  await undo();
  await waitFor(() =>
    expect(texts()[1]).toBe('The image was not restored. It is too late to undo this: it is deleted for good.'),
  );
  expect(toasts[1]?.action).toBeUndefined();
});

it('images that were gone before are neither counted nor brought back', async () => {
  serve(['b']);
  await show();
  await waitFor(() => expect(texts()).toEqual(['Image deleted']));
  expect(gone).toEqual(['a', 'b']);
  await undo();
  await waitFor(() => expect(restored).toEqual([['b']]));
});

it('nothing is told where all of them were gone before', async () => {
  serve([]);
  await show();
  await waitFor(() => expect(gone).toEqual(['a', 'b']));
  expect(texts()).toEqual([]);
});
