import { beforeEach, describe, expect, it } from '@jest/globals';
import type { GalleryItem } from '@app/contracts';
import { waitFor } from '@testing-library/react';
import { http } from 'msw';
import { galleryItem } from '../../../test/gallery';
import { generation, image as made } from '../../../test/generations';
import { deferredAnswer } from '../../../test/deferred-answer';
import { API, ok, refuse, startServer } from '../../../test/server';
import { makeStore } from '../../../test/stores';
import { storeTokens } from '../auth/tokens';
import { favoritesApi } from './favorites';
import { generationsApi } from './generations';
import { imageDeletionApi } from './image-deletion';
import { imagesApi, type GalleryQuery } from './images';

const server = startServer();
const PAGE = { page: 1, limit: 12 };
const FAVORITES: GalleryQuery = { ...PAGE, favorite: true };
const { gallery, favorites, image: one } = imagesApi.endpoints;
const { setFavorites } = favoritesApi.endpoints;
const { deleteImages, restoreImages } = imageDeletionApi.endpoints;

let calls: string[];
beforeEach(() => {
  calls = [];
  storeTokens({ access_token: 'good', refresh_token: 'refresh' });
});

const list = (images: GalleryItem[]) => ({ data: images, ...PAGE, total: images.length });
const note = (request: Request) => calls.push(`${request.method} ${new URL(request.url).pathname.slice(5)}`);
const favorite = (method: 'post' | 'delete', answer: (id: string) => Response = () => ok(null)) =>
  server.use(
    http[method](`${API}/images/:id/favorite`, ({ request, params }) => {
      note(request);
      return answer(String(params.id));
    }),
  );

/** The call for several images; of what it was asked in turn. */
const several = (answer: (ids: string[]) => Response = () => ok({ changed: [], missing: [], places: [] })) => {
  const asked: { image_ids: string[]; is_favorited: boolean }[] = [];
  server.use(
    http.post(`${API}/images/favorites`, async ({ request }) => {
      note(request);
      const body = (await request.json()) as (typeof asked)[number];
      asked.push(body);
      return answer(body.image_ids);
    }),
  );
  return asked;
};

/** A store that knows the images a, b and c in each way in which they can be looked at. */
async function open(isFavorite: boolean, isLookedAt = false) {
  const images = ['a', 'b', 'c'].map((id, number) => galleryItem(number, { id, is_favorited: isFavorite }));
  server.use(
    http.get(`${API}/images`, ({ request }) => {
      note(request);
      return ok(list(images));
    }),
    http.get(`${API}/images/favorites`, () => ok(list(isFavorite ? images : []))),
    http.get(`${API}/images/generations/:id`, () =>
      ok(generation({ id: 'g', generated_images: images.map(({ id }) => made({ id, is_favorited: isFavorite })) })),
    ),
    http.get(`${API}/images/a`, () => ok(images[0])),
  );
  const store = makeStore();
  const { dispatch } = store;
  const readers = [
    dispatch(gallery.initiate(PAGE)),
    dispatch(gallery.initiate(FAVORITES)),
    dispatch(favorites.initiate(PAGE)),
    dispatch(one.initiate('a')),
    dispatch(generationsApi.endpoints.generation.initiate('g')),
  ];
  await Promise.all(readers);
  if (!isLookedAt) readers.forEach((reader) => reader.unsubscribe());
  calls = [];
  const shown = (query: GalleryQuery = PAGE) => gallery.select(query)(store.getState()).data;
  return {
    dispatch,
    shown,
    ids: (query?: GalleryQuery) => shown(query)?.data.map(({ id }) => id),
    marked: () => shown()?.data.map(({ is_favorited: isOne }) => isOne),
    single: () => one.select('a')(store.getState()).data?.is_favorited,
    generation: () => generationsApi.endpoints.generation.select('g')(store.getState()).data,
  };
}

describe('favorites', () => {
  it('are marked at once wherever an image is known, and sent in one call', async () => {
    const asked = several();
    const { dispatch, marked, single, generation: whole, shown } = await open(false);
    const done = dispatch(setFavorites.initiate({ ids: ['a', 'b'], favorite: true }));
    expect(marked()).toEqual([true, true, false]);
    expect(single()).toBe(true);
    expect(whole()?.is_favorited).toBe(true);
    expect(shown(FAVORITES)?.data).toHaveLength(3);
    expect((await done).data).toEqual({ done: ['a', 'b'], missing: [], places: {}, error: null });
    expect(asked).toEqual([{ image_ids: ['a', 'b'], is_favorited: true }]);
  });

  it('leave the lists of favorites at once when they are removed', async () => {
    const asked = several();
    const { dispatch, marked, ids, shown, generation: whole } = await open(true);
    const done = dispatch(setFavorites.initiate({ ids: ['a', 'c'], favorite: false }));
    expect(marked()).toEqual([false, true, false]);
    expect(ids(FAVORITES)).toEqual(['b']);
    expect(shown(FAVORITES)?.total).toBe(1);
    expect(whole()?.is_favorited).toBe(false);
    expect((await done).data).toEqual({ done: ['a', 'c'], missing: [], places: {}, error: null });
    expect(asked).toEqual([{ image_ids: ['a', 'c'], is_favorited: false }]);
  });

  const MANY = Array.from({ length: 250 }, (_, number) => `n${number}`);
  const parts = (asked: { image_ids: string[] }[]) =>
    asked.map(({ image_ids: [first], image_ids: { length } }) => [first, length]);

  it('of hundreds of images take a call for each hundred, the last ones first', async () => {
    const asked = several();
    const { dispatch } = await open(false);
    const { data } = await dispatch(setFavorites.initiate({ ids: MANY, favorite: true }));
    expect(parts(asked)).toEqual([
      ['n150', 100],
      ['n50', 100],
      ['n0', 50],
    ]);
    expect(data).toEqual({ done: MANY, missing: [], places: {}, error: null });
  });

  it('of which some are refused say so, end the work and are forgotten', async () => {
    const asked = several((ids) =>
      ids.includes('n50') ? refuse('INTERNAL_ERROR') : ok({ changed: [], missing: ['n200'], places: [] }),
    );
    const { dispatch, ids, marked, single } = await open(false);
    const { data } = await dispatch(setFavorites.initiate({ ids: ['a', ...MANY], favorite: true }));
    const done = MANY.slice(150).filter((id) => id !== 'n200');
    expect(data).toMatchObject({ done, missing: ['n200'], error: { code: 'INTERNAL_ERROR' } });
    expect(asked).toHaveLength(2);
    // What nobody looks at any more is forgotten: only the server knows the result.
    expect([ids(), marked(), single()]).toEqual([undefined, undefined, undefined]);
  });

  it.each([true, false])('of which one was deleted elsewhere are changed all the same (to %s)', async (isFavorite) => {
    several(() => ok({ changed: ['a', 'c'], missing: ['b'], places: isFavorite ? [] : [8, 7] }));
    const { dispatch, ids } = await open(!isFavorite);
    const { data } = await dispatch(setFavorites.initiate({ ids: ['a', 'b', 'c'], favorite: isFavorite }));
    const places = isFavorite ? {} : { a: 8, c: 7 };
    expect(data).toEqual({ done: ['a', 'c'], missing: ['b'], places, error: null });
    // Their list is outdated.
    expect(ids()).toBeUndefined();
  });

  it.each(['before', 'after'])('are shown as changed where an older list is answered %s the change', async (when) => {
    const change = deferredAnswer();
    const older = deferredAnswer();
    let isFavorite = false;
    server.use(
      http.post(`${API}/images/a/favorite`, async ({ request }) => {
        note(request);
        await change.given;
        isFavorite = true;
        return ok(null);
      }),
    );
    const { dispatch, marked } = await open(false);
    server.use(
      http.get(`${API}/images`, async ({ request }) => {
        note(request);
        const answer = ok({ data: [galleryItem(1, { id: 'a', is_favorited: isFavorite })], ...PAGE, total: 1 });
        await older.given;
        return answer;
      }),
    );
    const reader = dispatch(gallery.initiate(PAGE, { forceRefetch: true }));
    const done = dispatch(setFavorites.initiate({ ids: ['a'], favorite: true }));
    await waitFor(() => expect(calls).toHaveLength(2));
    for (const answer of when === 'before' ? [older, change] : [change, older]) {
      answer.give();
      await (answer === older ? reader : done);
    }
    await waitFor(() => expect(marked()).toEqual([true]));
    reader.unsubscribe();
  });

  it('that are all missing are asked for again', async () => {
    favorite('post', () => refuse('NOT_FOUND'));
    const { dispatch } = await open(false);
    const reader = dispatch(gallery.initiate(PAGE));
    await reader;
    await dispatch(setFavorites.initiate({ ids: ['a'], favorite: true }));
    await waitFor(() => expect(calls).toEqual(['POST images/a/favorite', 'GET images']));
    reader.unsubscribe();
  });
});

describe('opposite presses on the same heart', () => {
  const toggled = (isFavorite: boolean) => setFavorites.initiate({ ids: ['a'], favorite: isFavorite });

  it('reach the server one after the other, however late it answers', async () => {
    const first = deferredAnswer();
    favorite('delete');
    server.use(
      http.post(`${API}/images/:id/favorite`, async ({ request }) => {
        await first.given;
        note(request);
        return ok(null);
      }),
    );
    const { dispatch, marked } = await open(false);
    const both = [dispatch(toggled(true)), dispatch(toggled(false))];
    expect(marked()?.[0]).toBe(false);
    const other = await dispatch(setFavorites.initiate({ ids: ['b'], favorite: false }));
    expect(other.data?.done).toEqual(['b']);
    expect(calls).toEqual(['DELETE images/b/favorite']);
    first.give();
    await Promise.all(both);
    expect(calls.slice(1)).toEqual(['POST images/a/favorite', 'DELETE images/a/favorite']);
    expect(marked()?.[0]).toBe(false);
  });

  it('that are both refused let the server say what is true', async () => {
    favorite('post', () => refuse('INTERNAL_ERROR'));
    favorite('delete', () => refuse('INTERNAL_ERROR'));
    const { dispatch, shown } = await open(false);
    const reader = dispatch(gallery.initiate(PAGE));
    await Promise.all([dispatch(toggled(true)), dispatch(toggled(false))]);
    await waitFor(() => expect(calls).toContain('GET images'));
    await waitFor(() => expect(shown()?.data[0]?.is_favorited).toBe(false));
    reader.unsubscribe();
  });
});

describe('a favorite that is refused alone', () => {
  it('is as it was, wherever it is known', async () => {
    favorite('post', () => refuse('INTERNAL_ERROR'));
    const { dispatch, marked, single, generation: whole } = await open(false, true);
    // Also where nothing can be asked for again.
    server.use(http.get(`${API}/images*`, () => refuse('INTERNAL_ERROR')));
    const { data } = await dispatch(setFavorites.initiate({ ids: ['a'], favorite: true }));
    expect(data).toMatchObject({ done: [], error: { code: 'INTERNAL_ERROR' } });
    expect([marked(), single(), whole()?.is_favorited]).toEqual([[false, false, false], false, false]);
  });
});

describe('deleted images', () => {
  it('leave every list and their generation at once, by the call for one or for many', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.delete(`${API}/images/a`, ({ request }) => {
        note(request);
        return ok(null);
      }),
      http.post(`${API}/images/generations/batch-delete`, async ({ request }) => {
        note(request);
        bodies.push(await request.json());
        return ok({ deleted: 2 });
      }),
    );
    const { dispatch, ids, shown, generation: whole, single } = await open(true);
    const first = dispatch(deleteImages.initiate(['a']));
    expect(ids()).toEqual(['b', 'c']);
    expect(ids(FAVORITES)).toEqual(['b', 'c']);
    expect(shown()?.total).toBe(2);
    expect(whole()?.generated_images.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(single()).toBe(true);
    await first;
    await dispatch(deleteImages.initiate(['b', 'c']));
    expect(calls).toEqual(['DELETE images/a', 'POST images/generations/batch-delete']);
    expect(bodies).toEqual([{ image_ids: ['b', 'c'] }]);
  });

  it('come back when the server refuses', async () => {
    server.use(http.delete(`${API}/images/a`, () => refuse('INTERNAL_ERROR')));
    const { dispatch, ids } = await open(true);
    const reader = dispatch(gallery.initiate(PAGE));
    server.use(http.get(`${API}/images`, () => refuse('INTERNAL_ERROR')));
    const refused = dispatch(deleteImages.initiate(['a']));
    expect(ids()).toEqual(['b', 'c']);
    await refused;
    expect(ids()).toEqual(['a', 'b', 'c']);
    reader.unsubscribe();
  });

  it('let open lists be asked for again, also when they are restored', async () => {
    server.use(
      http.delete(`${API}/images/z`, () => ok(null)),
      http.post(`${API}/images/restore`, () => ok({ restored: ['z'] })),
    );
    const { dispatch } = await open(false);
    const reader = dispatch(gallery.initiate(PAGE));
    await reader;
    await dispatch(deleteImages.initiate(['z']));
    await waitFor(() => expect(calls).toEqual(['GET images']));
    await dispatch(restoreImages.initiate(['z']));
    await waitFor(() => expect(calls).toEqual(['GET images', 'GET images']));
    reader.unsubscribe();
  });
});
