import { describe, expect, it, jest } from '@jest/globals';
import { PROFILE_CACHE_MS } from '@app/contracts';
import { waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { API, USER, meHandler, ok, refuse, startServer } from '../../../test/server';
import { makeStore } from '../../../test/stores';
import type { AppStore } from '../../app/store';
import { quotaApi } from '../endpoints/quota';
import { adoptTokens, followOtherTab, loadProfile, signOut } from './session';
import { readAccessToken, readRefreshToken, storeTokens } from './tokens';
import { jobOpened } from '../../entities/generation/generation-jobs';

const server = startServer();
const TOKENS = { access_token: 'access', refresh_token: 'refresh' };

function countProfileLoads() {
  const seen = { count: 0 };
  server.use(
    http.get(`${API}/auth/me`, () => {
      seen.count += 1;
      return ok(USER);
    }),
  );
  return seen;
}

describe('the profile', () => {
  it('is one request for all who ask at the same time', async () => {
    storeTokens(TOKENS);
    const seen = countProfileLoads();
    const store = makeStore();
    await Promise.all([
      store.dispatch(loadProfile()),
      store.dispatch(loadProfile()),
      store.dispatch(loadProfile({ force: true })),
    ]);
    expect(seen.count).toBe(1);
    expect(store.getState().session).toEqual({ phase: 'signed-in', user: USER, ended: null });
  });

  it('is kept for 30 s, unless it is forced', async () => {
    storeTokens(TOKENS);
    const seen = countProfileLoads();
    const store = makeStore();
    const now = jest.spyOn(Date, 'now');
    try {
      const start = 1_800_000_000_000;
      now.mockReturnValue(start);
      await store.dispatch(loadProfile());
      now.mockReturnValue(start + PROFILE_CACHE_MS - 1);
      await store.dispatch(loadProfile());
      expect(seen.count).toBe(1);
      await store.dispatch(loadProfile({ force: true }));
      expect(seen.count).toBe(2);
      now.mockReturnValue(start + 2 * PROFILE_CACHE_MS);
      await store.dispatch(loadProfile());
      expect(seen.count).toBe(3);
    } finally {
      now.mockRestore();
    }
  });

  it('ends the session when it is refused', async () => {
    storeTokens(TOKENS);
    server.use(
      meHandler('another'),
      http.post(`${API}/auth/refresh`, () => refuse('REFRESH_TOKEN_INVALID')),
    );
    const store = makeStore();
    await expect(store.dispatch(loadProfile())).rejects.toMatchObject({ error: { status: 401 } });
    expect([readAccessToken(), readRefreshToken(), store.getState().session.phase]).toEqual([null, null, 'signed-out']);
  });

  it.each([
    ['is refused', 'expired', () => undefined],
    ['has lost its tokens', 'elsewhere', () => window.localStorage.clear()],
  ])('that %s later says so: somebody was signed in, who must not stay on a page of theirs', async (_, ended, lose) => {
    storeTokens(TOKENS);
    countProfileLoads();
    const store = makeStore();
    await store.dispatch(loadProfile());
    server.use(
      meHandler('another'),
      http.post(`${API}/auth/refresh`, () => refuse('REFRESH_TOKEN_INVALID')),
    );
    lose();
    await expect(store.dispatch(loadProfile({ force: true }))).rejects.toMatchObject({ error: { status: 401 } });
    expect(store.getState().session).toEqual({ phase: 'signed-out', user: null, ended });
  });

  it.each([
    ['an outage', () => refuse('SERVICE_UNAVAILABLE')],
    ['no network', () => HttpResponse.error()],
  ])('survives %s without signing anybody out', async (_, answer) => {
    storeTokens(TOKENS);
    server.use(http.get(`${API}/auth/me`, answer));
    const store = makeStore();
    await expect(store.dispatch(loadProfile())).rejects.toThrow();
    expect([readAccessToken(), readRefreshToken()]).toEqual(['access', 'refresh']);
  });

  it('that arrives after signing out opens nothing', async () => {
    storeTokens(TOKENS);
    server.use(
      http.get(`${API}/auth/me`, () => {
        window.localStorage.clear();
        return ok(USER);
      }),
    );
    const store = makeStore();
    await expect(store.dispatch(loadProfile())).rejects.toThrow();
    expect(store.getState().session.user).toBeNull();
  });
});

/** Something of the person in the cache, besides the profile. */
const openQuota = (store: AppStore) => store.dispatch(quotaApi.endpoints.quota.initiate());
const cachedCalls = (store: AppStore) => Object.keys(store.getState().api.queries);

describe('signing out', () => {
  it('leaves nothing of the person in the cache', async () => {
    storeTokens(TOKENS);
    countProfileLoads();
    server.use(http.post(`${API}/auth/logout`, () => ok(null)));
    const store = makeStore();
    await store.dispatch(loadProfile());
    await openQuota(store);
    expect(cachedCalls(store)).toEqual(['me(undefined)', 'quota(undefined)']);
    await store.dispatch(signOut());
    expect(cachedCalls(store)).toEqual([]);
  });

  it.each([
    ['when the server agrees', () => ok(null)],
    ['when the server fails', () => refuse('INTERNAL_ERROR')],
    ['without a network', () => HttpResponse.error()],
  ])('clears this browser %s', async (_, answer) => {
    storeTokens(TOKENS);
    countProfileLoads();
    server.use(http.post(`${API}/auth/logout`, answer));
    const store = makeStore();
    await store.dispatch(loadProfile());
    await store.dispatch(signOut());
    expect([readAccessToken(), readRefreshToken()]).toEqual([null, null]);
    expect(store.getState().session).toEqual({ phase: 'signed-out', user: null, ended: 'signed-out' });
  });

  it('is done here before the server has answered, which is told also by a page that is closed', async () => {
    storeTokens(TOKENS);
    countProfileLoads();
    const seen: unknown[] = [];
    let answer = () => undefined as void;
    const held = new Promise<void>((resolve) => (answer = resolve));
    server.use(
      http.post(`${API}/auth/logout`, async ({ request }) => {
        seen.push(request.headers.get('authorization'), request.keepalive);
        await held;
        return ok(null);
      }),
    );
    const store = makeStore();
    await store.dispatch(loadProfile());
    const done = store.dispatch(signOut());
    expect([readAccessToken(), readRefreshToken(), store.getState().session.ended]).toEqual([null, null, 'signed-out']);
    await waitFor(() => expect(seen).toEqual(['Bearer access', true]));
    answer();
    await done;
  });

  it.each([
    ['renewed', ['Bearer access', 'refresh', 'Bearer renewed'], () => ok({ ...TOKENS, access_token: 'renewed' })],
    ['refused', ['Bearer access', 'refresh'], () => refuse('UNAUTHENTICATED')],
  ])(
    'with an expired token that is %s stores nothing of it, also when another person has signed in meanwhile',
    async (_, calls, renew) => {
      storeTokens(TOKENS);
      const seen: unknown[] = [];
      server.use(
        http.post(`${API}/auth/logout`, ({ request }) => {
          const token = request.headers.get('authorization');
          seen.push(token);
          if (token !== 'Bearer access') return ok(null);
          storeTokens({ access_token: 'next', refresh_token: 'next-refresh' });
          return refuse('UNAUTHENTICATED');
        }),
        http.post(`${API}/auth/refresh`, async ({ request }) => {
          seen.push(((await request.json()) as { refresh_token: string }).refresh_token);
          return renew();
        }),
      );
      await makeStore().dispatch(signOut());
      expect([readAccessToken(), readRefreshToken(), seen]).toEqual(['next', 'next-refresh', calls]);
    },
  );

  it('asks nothing of the server where another tab has done it', async () => {
    let calls = 0;
    server.use(
      http.post(`${API}/auth/logout`, () => {
        calls += 1;
        return ok(null);
      }),
    );
    const store = makeStore();
    await store.dispatch(signOut());
    expect([calls, store.getState().session.ended]).toEqual([0, 'signed-out']);
  });
});

describe('other tabs', () => {
  it('sign this one out', async () => {
    storeTokens(TOKENS);
    countProfileLoads();
    const store = makeStore();
    await store.dispatch(loadProfile());
    await openQuota(store);
    window.localStorage.clear();
    store.dispatch(followOtherTab());
    expect(store.getState().session).toEqual({ phase: 'signed-out', user: null, ended: 'elsewhere' });
    expect(cachedCalls(store)).toEqual([]);
  });

  it('sign this one in', async () => {
    countProfileLoads();
    const store = makeStore();
    const opened = new Promise<void>((resolve) => {
      store.subscribe(() => {
        if (store.getState().session.phase === 'signed-in') resolve();
      });
    });
    storeTokens(TOKENS);
    store.dispatch(followOtherTab());
    await opened;
    expect(store.getState().session.user).toEqual(USER);
  });
});

describe('another tab in which somebody else signs in', () => {
  const other = { ...USER, id: '0198c9a0-0000-7000-8000-00000000000b', name: 'Somebody else' };

  it.each([
    ['at once', (store: AppStore) => store.dispatch(followOtherTab())],
    ['with the next look at the profile', (store: AppStore) => void store.dispatch(loadProfile({ force: true }))],
  ])('takes this one along %s, and nothing of the person before is there then', async (_, follow) => {
    storeTokens(TOKENS);
    countProfileLoads();
    const store = makeStore();
    await store.dispatch(loadProfile());
    await openQuota(store);
    store.dispatch(jobOpened('picture-of-the-first'));
    const left = new Promise<unknown>((resolve) => {
      store.subscribe(() => {
        const { session, generationJobs } = store.getState();
        if (session.user?.id === other.id) resolve([cachedCalls(store), generationJobs.open]);
      });
    });
    server.use(http.get(`${API}/auth/me`, () => ok(other)));
    storeTokens({ access_token: 'access-2', refresh_token: 'refresh-2' });
    follow(store);
    expect(await left).toEqual([[], []]);
    expect(store.getState().session).toEqual({ phase: 'signed-in', user: other, ended: null });
    expect(readAccessToken()).toBe('access-2');
  });
});

describe('new tokens', () => {
  it('are stored with the access token last, because other tabs react to it', () => {
    const stored: string[] = [];
    const setItem = jest.spyOn(Storage.prototype, 'setItem').mockImplementation((key) => void stored.push(key));
    storeTokens(TOKENS);
    setItem.mockRestore();
    expect(stored).toEqual(['refresh_token', 'access_token']);
  });

  it('leave nothing of the person before', async () => {
    storeTokens(TOKENS);
    countProfileLoads();
    const store = makeStore();
    await store.dispatch(loadProfile());
    store.dispatch(adoptTokens({ access_token: 'next', refresh_token: 'next-refresh' }));
    expect(store.getState().api.queries).toEqual({});
    expect(readAccessToken()).toBe('next');
  });
});
