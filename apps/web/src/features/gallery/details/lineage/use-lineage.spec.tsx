import { beforeEach, expect, it } from '@jest/globals';
import type { GalleryItem, Lineage } from '@app/contracts';
import { act, renderHook, waitFor } from '@testing-library/react';
import { http } from 'msw';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { galleryItem, imageId } from '../../../../../test/gallery';
import { API, ok, startServer } from '../../../../../test/server';
import { makeStore } from '../../../../../test/stores';
import { useLineage } from './use-lineage';

const server = startServer();
const PARENT = galleryItem(1);
const ITEM = galleryItem(2, { parent_id: imageId(1) });
const REMIX = galleryItem(3, { parent_id: imageId(2) });
const ALONE = galleryItem(9);

let known: Record<string, Lineage>;
let asked: string[];
/** Answers are held back until it is called. */
let answer: () => void;

beforeEach(() => {
  asked = [];
  known = {
    [ITEM.id]: { ancestors: [PARENT], remixes: [REMIX] },
    [REMIX.id]: { ancestors: [PARENT, ITEM], remixes: [] },
    [ALONE.id]: { ancestors: [], remixes: [] },
  };
  window.localStorage.setItem('access_token', 'good');
  let held = new Promise<void>((resolve) => (answer = resolve));
  server.use(
    http.get(`${API}/images/:id/lineage`, async ({ params }) => {
      asked.push(String(params['id']));
      await held;
      held = new Promise<void>((resolve) => (answer = resolve));
      return ok(known[String(params['id'])]);
    }),
  );
});

function open(item: GalleryItem | null) {
  const store = makeStore();
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result, rerender } = renderHook((shown: GalleryItem | null) => useLineage(shown), {
    wrapper,
    initialProps: item,
  });
  const shown = () =>
    result.current && {
      frames: result.current.versions.map((one) => one.frame_number),
      back: result.current.ancestors,
    };
  /** The answer to the request that was made last. */
  const hear = async (id: string) => {
    await waitFor(() => expect(asked.at(-1)).toBe(id));
    act(() => answer());
  };
  return { shown, rerender, hear };
}

it('the versions of an image stand in their order, with their place kept while they are loaded', async () => {
  const { shown, rerender, hear } = open(ITEM);
  expect(shown()).toEqual({ frames: [], back: 0 });
  await hear(ITEM.id);
  await waitFor(() => expect(shown()).toEqual({ frames: [1, 2, 3], back: 1 }));
  rerender(null);
  expect(shown()).toBeNull();
});

it('from one version to another they stay until those of the other are known', async () => {
  const { shown, rerender, hear } = open(ITEM);
  await hear(ITEM.id);
  await waitFor(() => expect(shown()?.frames).toEqual([1, 2, 3]));
  rerender(REMIX);
  expect(shown()).toEqual({ frames: [1, 2, 3], back: 1 });
  await hear(REMIX.id);
  await waitFor(() => expect(shown()).toEqual({ frames: [1, 2, 3], back: 2 }));
});

it('an image of another kind does not show those of the one before, nor keeps a place for some', async () => {
  const { shown, rerender, hear } = open(ITEM);
  await hear(ITEM.id);
  await waitFor(() => expect(shown()?.frames).toEqual([1, 2, 3]));
  rerender(ALONE);
  expect(shown()).toBeNull();
  await hear(ALONE.id);
  await waitFor(() => expect(asked).toHaveLength(2));
  expect(shown()).toBeNull();
});

it('an image that was made from one that is gone has no versions once that is known', async () => {
  known[ITEM.id] = { ancestors: [], remixes: [] };
  const { shown, hear } = open(ITEM);
  expect(shown()).toEqual({ frames: [], back: 0 });
  await hear(ITEM.id);
  await waitFor(() => expect(shown()).toBeNull());
});

it('nothing is asked without an image, nor of one that was not made', () => {
  const { shown, rerender } = open(null);
  expect(shown()).toBeNull();
  rerender(galleryItem(4, { status: 'failed', url: null, parent_id: imageId(1) }));
  expect(shown()).toBeNull();
  expect(asked).toEqual([]);
});
