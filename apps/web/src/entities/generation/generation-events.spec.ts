import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { QueryStatus } from '@reduxjs/toolkit/query';
import { waitFor } from '@testing-library/react';
import { http } from 'msw';
import { galleryItem } from '../../../test/gallery';
import { generation, image } from '../../../test/generations';
import { API, QUOTA, USER, ok, startServer } from '../../../test/server';
import { makeStore } from '../../../test/stores';
import { generationsApi } from '../../api/endpoints/generations';
import { favoritesApi } from '../../api/endpoints/favorites';
import { imagesApi } from '../../api/endpoints/images';
import { usersApi } from '../../api/endpoints/users';
import { quotaApi } from '../../api/endpoints/quota';
import { storeTokens } from '../../api/auth/tokens';
import type { AppStore } from '../../app/store';
import { applyGenerationUpdate, fetchGeneration } from './generation-events';

const server = startServer();

const RUNNING = generation({ status: 'processing' });
const FINISHED = generation({ status: 'completed' });
const IMAGE = image().id;

let requests: string[];
let store: AppStore;

/** Everything that pages show of images, as if all of them were open: the page with the image, and another one. */
async function openEverything(): Promise<void> {
  const { dispatch } = store;
  await Promise.all([
    dispatch(imagesApi.endpoints.gallery.initiate({ page: 1, limit: 12 })),
    dispatch(imagesApi.endpoints.gallery.initiate({ page: 2, limit: 12 })),
    dispatch(imagesApi.endpoints.favorites.initiate({ page: 1, limit: 12 })),
    dispatch(imagesApi.endpoints.image.initiate(galleryItem(30).id)),
    dispatch(generationsApi.endpoints.promptHistory.initiate()),
    dispatch(usersApi.endpoints.userStats.initiate()),
    dispatch(quotaApi.endpoints.quota.initiate()),
  ]);
  requests = [];
}

/** Resolves when nothing is being fetched any more. */
const settled = () =>
  waitFor(() => {
    const { queries } = store.getState().api;
    expect(Object.values(queries).filter((query) => query?.status === QueryStatus.pending)).toEqual([]);
  });

beforeAll(() => {
  server.events.on('request:start', ({ request }) => {
    const { pathname, searchParams } = new URL(request.url);
    const page = searchParams.get('page');
    requests.push(`${request.method} ${pathname.slice('/api'.length)}${page ? ` page ${page}` : ''}`);
  });
});

beforeEach(() => {
  storeTokens({ access_token: 'access', refresh_token: 'refresh' });
  store = makeStore();
  requests = [];
  const list = (data: unknown[]) => ok({ data, page: 1, limit: 12, total: 24 });
  server.use(
    http.get(`${API}/images`, ({ request }) =>
      list([new URL(request.url).searchParams.get('page') === '1' ? galleryItem(1, { id: IMAGE }) : galleryItem(30)]),
    ),
    http.get(`${API}/images/favorites`, () => list([galleryItem(30)])),
    http.get(`${API}/images/prompts`, () => list([])),
    http.get(`${API}/images/generations/:id`, () => ok(FINISHED)),
    http.get(`${API}/images/:id`, () => ok(galleryItem(30))),
    http.get(`${API}/users/stats`, () => ok({})),
    http.get(`${API}/quota`, () => ok(QUOTA)),
    http.get(`${API}/auth/me`, () => ok(USER)),
    http.post(`${API}/images/:id/favorite`, () => ok({ is_favorited: true })),
  );
});

describe('an update of a generation', () => {
  it.each([
    ['event', () => Promise.resolve(store.dispatch(applyGenerationUpdate(FINISHED)))],
    ['answer of the polling', () => Promise.resolve(store.dispatch(fetchGeneration(FINISHED.id)))],
  ])(
    'that completes fetches only the page with its image, the balance, the profile and the stats (%s)',
    async (_, update) => {
      store.dispatch(applyGenerationUpdate(RUNNING));
      await openEverything();
      await update();
      await settled();
      expect(requests.filter((request) => !request.includes('generations/')).sort()).toEqual([
        'GET /auth/me',
        'GET /images page 1',
        'GET /quota',
        'GET /users/stats',
      ]);
    },
  );

  it('that fails fetches no profile', async () => {
    store.dispatch(applyGenerationUpdate(RUNNING));
    await openEverything();
    store.dispatch(applyGenerationUpdate(generation({ status: 'failed' })));
    await settled();
    expect(requests.sort()).toEqual(['GET /images page 1', 'GET /quota', 'GET /users/stats']);
  });

  it('that ends no image fetches nothing', async () => {
    store.dispatch(applyGenerationUpdate(generation({ status: 'pending' })));
    await openEverything();
    store.dispatch(applyGenerationUpdate(RUNNING));
    await settled();
    expect(requests).toEqual([]);
  });

  it('from elsewhere fetches the lists that it adds images to', async () => {
    await openEverything();
    store.dispatch(applyGenerationUpdate(RUNNING));
    await settled();
    expect(requests.sort()).toEqual([
      'GET /images page 1',
      'GET /images page 2',
      'GET /images/prompts page 1',
      'GET /quota',
      'GET /users/stats',
    ]);
  });

  it('that is older than what is known is ignored', async () => {
    store.dispatch(applyGenerationUpdate(FINISHED));
    await settled();
    store.dispatch(applyGenerationUpdate(RUNNING));
    expect(store.getState().generationJobs.open).toEqual([]);
  });
});

describe('an image that has arrived', () => {
  const [first, second] = [image({ status: 'completed', url: '/a.png' }), image({ id: galleryItem(31).id })];
  const half = generation({ status: 'processing', count: 2, generated_images: [first, second] });
  const older = { ...half, generated_images: [image({ status: 'processing' }), second] };
  const states = () =>
    generationsApi.endpoints.generation
      .select(half.id)(store.getState())
      .data?.generated_images.map((one) => one.status);

  it.each([
    ['event', () => Promise.resolve(store.dispatch(applyGenerationUpdate(older)))],
    ['answer', () => Promise.resolve(store.dispatch(fetchGeneration(half.id)))],
  ])('is not taken away by an older %s', async (_, update) => {
    server.use(http.get(`${API}/images/generations/:id`, () => ok(older)));
    store.dispatch(applyGenerationUpdate(half));
    await update();
    await settled();
    expect(states()).toEqual(['completed', 'pending']);
  });
});

it('fetches only the favorites and the stats when an image is added to the favorites', async () => {
  await openEverything();
  await store.dispatch(favoritesApi.endpoints.setFavorites.initiate({ ids: [IMAGE], favorite: true }));
  await settled();
  expect(requests.sort()).toEqual([
    'GET /images/favorites page 1',
    'GET /users/stats',
    `POST /images/${IMAGE}/favorite`,
  ]);
});

it('fetches an image again that was fetched while its removal from the favorites was under way', async () => {
  let isFavorite = true;
  let finish = () => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  server.use(
    http.delete(`${API}/images/:id/favorite`, async () => {
      await finished;
      isFavorite = false;
      return ok({ is_favorited: false });
    }),
    http.get(`${API}/images/:id`, () => ok(galleryItem(1, { id: IMAGE, is_favorited: isFavorite }))),
  );
  const change = store.dispatch(favoritesApi.endpoints.setFavorites.initiate({ ids: [IMAGE], favorite: false }));
  await store.dispatch(imagesApi.endpoints.image.initiate(IMAGE));
  finish();
  await change;
  await settled();
  expect(imagesApi.endpoints.image.select(IMAGE)(store.getState()).data?.is_favorited).toBe(false);
});
