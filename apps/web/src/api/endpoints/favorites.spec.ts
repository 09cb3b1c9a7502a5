import { beforeEach, describe, expect, it } from '@jest/globals';
import { FAVORITES_AT_ONCE, type Body } from '@app/contracts';
import { waitFor } from '@testing-library/react';
import { http } from 'msw';
import { deferredAnswer } from '../../../test/deferred-answer';
import { galleryItem } from '../../../test/gallery';
import { API, ok, refuse, startServer } from '../../../test/server';
import { makeStore } from '../../../test/stores';
import { storeTokens } from '../auth/tokens';
import { favoritesApi } from './favorites';
import { imagesApi } from './images';

const server = startServer();
const { setFavorites } = favoritesApi.endpoints;
beforeEach(() => storeTokens({ access_token: 'good', refresh_token: 'refresh' }));

/** What the call for several images was asked in turn. */
function answerSeveral(missing: string[] = []) {
  const asked: Body<'images.setFavorites'>[] = [];
  server.use(
    http.post(`${API}/images/favorites`, async ({ request }) => {
      asked.push((await request.json()) as Body<'images.setFavorites'>);
      return ok({ changed: [], missing, places: [] });
    }),
  );
  return asked;
}

describe('favorites that get their places back', () => {
  it('take those of their own images along in each call, and none for one that had none', async () => {
    const asked = answerSeveral();
    const ids = Array.from({ length: FAVORITES_AT_ONCE + 2 }, (_, number) => `n${number}`);
    const places = Object.fromEntries(ids.slice(1).map((id, index) => [id, 1000 - index]));
    await makeStore().dispatch(setFavorites.initiate({ ids, favorite: true, places }));
    expect(asked.map(({ image_ids: part }) => part)).toEqual([ids.slice(2), ids.slice(0, 2)]);
    for (const { image_ids: part, places: sent } of asked) expect(sent).toEqual(part.map((id) => places[id] ?? null));
  });

  it('of which the only one was deleted meanwhile are not done, and why is known', async () => {
    answerSeveral(['a']);
    server.use(http.post(`${API}/images/a/favorite`, () => refuse('NOT_FOUND')));
    const change = { ids: ['a'], favorite: true, places: { a: 7 } };
    const { data } = await makeStore().dispatch(setFavorites.initiate(change));
    expect(data).toMatchObject({ done: [], missing: ['a'], error: { code: 'NOT_FOUND' } });
  });
});

it('favorites of which the removals are refused one after the other are listed again, all of them', async () => {
  const refusal = deferredAnswer();
  const images = ['a', 'b', 'c'].map((id, number) => galleryItem(number, { id, is_favorited: true }));
  server.use(
    http.get(`${API}/images/favorites`, () => ok({ data: images, page: 1, limit: 12, total: images.length })),
    http.delete(`${API}/images/:id/favorite`, async ({ params }) => {
      if (params.id === 'b') await refusal.given;
      return refuse('INTERNAL_ERROR');
    }),
  );
  const { dispatch, getState } = makeStore();
  const { favorites } = imagesApi.endpoints;
  const list = { page: 1, limit: 12 };
  const shown = () =>
    favorites
      .select(list)(getState())
      .data?.data.map(({ id }) => id);
  const reader = dispatch(favorites.initiate(list));
  await reader;
  const [first, second] = ['a', 'b'].map((id) => dispatch(setFavorites.initiate({ ids: [id], favorite: false })));
  expect(shown()).toEqual(['c']);
  await first;
  refusal.give();
  await second;
  await waitFor(() => expect(shown()).toEqual(['a', 'b', 'c']));
  reader.unsubscribe();
});
