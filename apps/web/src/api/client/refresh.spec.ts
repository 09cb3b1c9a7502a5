import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { routes } from '@app/contracts';
import { HttpResponse, http } from 'msw';
import { API, ok, refuse, startServer } from '../../../test/server';
import { send } from './http';
import { handleSessionExpired } from './session-expiry';
import { refreshSession } from './refresh';
import { readAccessToken, readRefreshToken, storeTokens } from '../auth/tokens';

const server = startServer();

const pair = (name: string) => ({
  access_token: `access-${name}`,
  refresh_token: `refresh-${name}`,
  token_type: 'Bearer',
  expires_in: 3600,
});
const tokensOf = (name: string) => ({ access_token: `access-${name}`, refresh_token: `refresh-${name}` });

/** Takes only the tokens called `good`; `onRefresh` answers for the rest. */
function serve(good: string, onRefresh: () => Response | Promise<Response>) {
  const seen = { refreshes: 0, calls: 0 };
  server.use(
    http.get(`${API}/quota`, ({ request }) => {
      seen.calls += 1;
      return request.headers.get('authorization') === `Bearer access-${good}` ? ok({}) : refuse('UNAUTHENTICATED');
    }),
    http.post(`${API}/auth/refresh`, () => {
      seen.refreshes += 1;
      return onRefresh();
    }),
  );
  return seen;
}

const call = () => send({ route: routes.quota.show });

afterEach(() => {
  jest.useRealTimers();
  handleSessionExpired(() => undefined);
});

describe('a call with an expired access token', () => {
  it('is repeated with a new one', async () => {
    storeTokens(tokensOf('old'));
    const seen = serve('new', () => ok(pair('new')));
    expect((await call()).status).toBe(200);
    expect(seen).toEqual({ refreshes: 1, calls: 2 });
    expect([readAccessToken(), readRefreshToken()]).toEqual(['access-new', 'refresh-new']);
  });

  it('shares one refresh with all others of its time', async () => {
    storeTokens(tokensOf('old'));
    const seen = serve('new', () => ok(pair('new')));
    const answers = await Promise.all(Array.from({ length: 10 }, call));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(seen.refreshes).toBe(1);
  });

  it('takes the pair that another tab has stored meanwhile, without a refresh of its own', async () => {
    storeTokens(tokensOf('old'));
    const seen = serve('other', () => refuse('REFRESH_TOKEN_INVALID'));
    server.use(
      http.get(`${API}/quota`, ({ request }) => {
        if (request.headers.get('authorization') === 'Bearer access-other') return ok({});
        storeTokens(tokensOf('other'));
        return refuse('UNAUTHENTICATED');
      }),
    );
    expect((await call()).status).toBe(200);
    expect(seen.refreshes).toBe(0);
  });

  it('keeps the winner’s pair when its own refresh is refused because another tab was first', async () => {
    storeTokens(tokensOf('old'));
    serve('other', () => {
      storeTokens(tokensOf('other'));
      return refuse('REFRESH_TOKEN_INVALID');
    });
    expect((await call()).status).toBe(200);
    expect([readAccessToken(), readRefreshToken()]).toEqual(['access-other', 'refresh-other']);
  });

  it('ends the session when the refresh token is refused', async () => {
    storeTokens(tokensOf('old'));
    serve('none', () => refuse('REFRESH_TOKEN_INVALID'));
    let expired = 0;
    handleSessionExpired(() => (expired += 1));
    expect((await call()).status).toBe(401);
    expect([readAccessToken(), readRefreshToken(), expired]).toEqual([null, null, 1]);
  });

  it.each([
    ['an outage', () => refuse('SERVICE_UNAVAILABLE')],
    ['a rate limit', () => refuse('RATE_LIMITED')],
    ['no network', () => HttpResponse.error()],
  ])('keeps the tokens through %s', async (_, answer) => {
    storeTokens(tokensOf('old'));
    serve('none', answer);
    await expect(call()).rejects.toMatchObject({ error: { code: 'NETWORK' } });
    expect([readAccessToken(), readRefreshToken()]).toEqual(['access-old', 'refresh-old']);
  });

  it('does not bring a session back that was ended while the refresh was on its way', async () => {
    storeTokens(tokensOf('old'));
    serve('new', () => {
      window.localStorage.clear();
      return ok(pair('new'));
    });
    expect((await call()).status).toBe(401);
    expect(readAccessToken()).toBeNull();
  });

  it('refreshes once only, even if the new token is refused too', async () => {
    storeTokens(tokensOf('old'));
    const seen = serve('none', () => ok(pair('new')));
    expect((await call()).status).toBe(401);
    expect(seen).toEqual({ refreshes: 1, calls: 2 });
    expect(readAccessToken()).toBeNull();
  });

  it('asks nobody when there is no token at all', async () => {
    const seen = serve('none', () => refuse('REFRESH_TOKEN_INVALID'));
    let expired = 0;
    handleSessionExpired(() => (expired += 1));
    await expect(call()).rejects.toMatchObject({ error: { status: 401 } });
    expect([seen, expired]).toEqual([{ refreshes: 0, calls: 0 }, 1]);
  });

  it('leaves it to a caller who asked for that what the end of the session means', async () => {
    let expired = 0;
    handleSessionExpired(() => (expired += 1));
    const quietly = () => send({ route: routes.quota.show }, { quiet: true });
    await expect(quietly()).rejects.toMatchObject({ error: { status: 401 } });
    storeTokens(tokensOf('old'));
    serve('none', () => refuse('REFRESH_TOKEN_INVALID'));
    expect((await quietly()).status).toBe(401);
    expect([readAccessToken(), expired]).toEqual([null, 0]);
  });
});

describe('without Web Locks', () => {
  it('waits for the tab that holds the lease and takes its pair', async () => {
    storeTokens(tokensOf('old'));
    const seen = serve('other', () => refuse('REFRESH_TOKEN_INVALID'));
    window.localStorage.setItem('session_refresh_until', String(Date.now() + 5_000));
    const outcome = refreshSession('access-old');
    storeTokens(tokensOf('other'));
    window.localStorage.removeItem('session_refresh_until');
    window.dispatchEvent(new StorageEvent('storage', { key: 'session_refresh_until', newValue: null }));
    expect(await outcome).toBe('renewed');
    expect(seen.refreshes).toBe(0);
  });
});

describe('without Web Locks, a tab that waits', () => {
  const lease = (until: number) => window.localStorage.setItem('session_refresh_until', String(until));
  const change = (key: string, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }));

  it('goes on waiting when something else is stored, and when the lease is prolonged', async () => {
    storeTokens(tokensOf('old'));
    const seen = serve('new', () => ok(pair('new')));
    const realTimeout = setTimeout;
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance', 'nextTick', 'setImmediate'] });
    lease(Date.now() + 8_000);
    const outcome = refreshSession('access-old');
    change('theme', null);
    change('session_refresh_until', '1');
    await new Promise((resolve) => realTimeout(resolve, 20));
    expect(seen.refreshes).toBe(0);
    change('session_refresh_until', null);
    expect(await outcome).toBe('renewed');
    expect(window.localStorage.getItem('session_refresh_until')).toBeNull();
  });

  it('does not wait for a tab that let its time run out', async () => {
    storeTokens(tokensOf('old'));
    serve('new', () => ok(pair('new')));
    lease(Date.now() - 1);
    expect(await refreshSession('access-old')).toBe('renewed');
  });
});

describe('with Web Locks', () => {
  it('runs one refresh for all calls, inside the lock that all tabs share', async () => {
    storeTokens(tokensOf('old'));
    const seen = serve('new', () => ok(pair('new')));
    const names: string[] = [];
    const locks = {
      request: <T>(name: string, work: () => Promise<T>) => {
        names.push(name);
        return work();
      },
    };
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
    try {
      const outcomes = await Promise.all([1, 2, 3].map(() => refreshSession('access-old')));
      expect(outcomes).toEqual(['renewed', 'renewed', 'renewed']);
    } finally {
      Reflect.deleteProperty(navigator, 'locks');
    }
    expect([names, seen.refreshes]).toEqual([['session-refresh'], 1]);
  });
});
