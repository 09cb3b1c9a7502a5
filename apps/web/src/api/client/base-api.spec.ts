import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CLIENT_TIMEOUT_MS, ERROR_CODES, routes } from '@app/contracts';
import { HttpResponse, delay, http } from 'msw';
import { API, USER, ok, refuse, startServer } from '../../../test/server';
import { makeStore } from '../../../test/stores';
import { loadBaseNamespaces, setActiveLocale } from '../../shared/i18n/i18n';
import { connectToasts, type ToastMessage } from '../../shared/toasts';
import { clientError, type ApiError } from './api-error';
import { authApi } from '../endpoints/auth';
import { errorText } from './error-text';
import { download } from './http';
import { storeTokens } from '../auth/tokens';
import { transmit } from './transport';
import { usersApi } from '../endpoints/users';

const server = startServer();

const shown: ToastMessage[] = [];
const connected = connectToasts((message) => shown.push(message));

beforeAll(async () => {
  await Promise.all([loadBaseNamespaces('en'), loadBaseNamespaces('zh')]);
});
afterEach(() => {
  shown.length = 0;
  setActiveLocale('en');
});
afterAll(connected);

const signedInStore = () => {
  storeTokens({ access_token: 'access', refresh_token: 'refresh' });
  return makeStore();
};
const rename = () => signedInStore().dispatch(usersApi.endpoints.updateProfile.initiate({ name: 'Lin' }));

describe('a call', () => {
  it('sends token, language and JSON, and gives back what is under data', async () => {
    let seen: Request | undefined;
    server.use(
      http.patch(`${API}/users/profile`, ({ request }) => {
        seen = request.clone();
        return ok(USER);
      }),
    );
    setActiveLocale('zh');
    expect((await rename()).data).toEqual(USER);
    expect(seen?.headers.get('authorization')).toBe('Bearer access');
    expect(seen?.headers.get('accept-language')).toBe('zh-CN,zh');
    expect(await seen?.json()).toEqual({ name: 'Lin' });
  });

  it('leaves out query values that are not set', async () => {
    const urls: string[] = [];
    server.use(
      http.get(`${API}/images`, ({ request }) => {
        urls.push(new URL(request.url).search);
        return ok([]);
      }),
    );
    await transmit({ route: routes.images.list, query: { page: 2, limit: 12, sort: undefined, style: null } }, null);
    expect(urls).toEqual(['?page=2&limit=12']);
  });

  it('has no limit while it downloads and takes the name that the server gives', async () => {
    storeTokens({ access_token: 'access', refresh_token: 'refresh' });
    server.use(
      http.get(`${API}/images/1/download`, () =>
        HttpResponse.text('bytes', {
          headers: { 'content-disposition': 'attachment; filename="x.png"; filename*=UTF-8\'\'%E6%B9%96.png' },
        }),
      ),
    );
    const { blob, filename } = await download({ route: routes.images.download, params: { id: '1' } });
    expect([await blob.text(), filename]).toEqual(['bytes', '湖.png']);
  });

  it('that is not wanted any more is not sent, or ends', async () => {
    let begin = () => undefined as void;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let asked = 0;
    server.use(
      http.get(`${API}/quota/plans`, async () => {
        asked += 1;
        begin();
        await delay('infinite');
      }),
    );
    const call = (signal: AbortSignal) => transmit({ route: routes.quota.plans, signal }, null);
    await expect(call(AbortSignal.abort())).rejects.toMatchObject({ error: { code: 'NETWORK' } });
    expect(asked).toBe(0);
    const wanted = new AbortController();
    const failed = call(wanted.signal).catch((error: unknown) => error);
    await begun;
    wanted.abort();
    expect(await failed).toMatchObject({ error: { code: 'NETWORK', status: 0 } });
  });

  it('ends after 30 s with TIMEOUT', async () => {
    server.use(http.get(`${API}/quota/plans`, () => delay('infinite')));
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] });
    try {
      const failed = transmit({ route: routes.quota.plans }, null).catch((error: unknown) => error);
      await jest.advanceTimersByTimeAsync(CLIENT_TIMEOUT_MS);
      expect(await failed).toMatchObject({ error: { code: 'TIMEOUT', status: 0 } });
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('a failure', () => {
  const failWith = async (answer: () => Response): Promise<ApiError> => {
    server.use(http.patch(`${API}/users/profile`, answer));
    return (await rename()).error as ApiError;
  };

  it('has status, code, details, request id and the time to wait', async () => {
    const error = await failWith(() =>
      HttpResponse.json(
        {
          success: false,
          code: 'RATE_LIMITED',
          message: 'slow down',
          details: [{ path: 'body.name', message: 'no' }, { broken: true }],
          request_id: 'req_9',
        },
        { status: 429, headers: { 'retry-after': '17' } },
      ),
    );
    expect(error).toEqual({
      status: 429,
      code: 'RATE_LIMITED',
      message: 'slow down',
      details: [{ path: 'body.name', message: 'no' }],
      requestId: 'req_9',
      retryAfter: 17,
    });
  });

  it('of a proxy is UNKNOWN with its status', async () => {
    const error = await failWith(() => new HttpResponse('<html>Bad gateway</html>', { status: 502 }));
    expect(error).toMatchObject({ status: 502, code: 'UNKNOWN', requestId: null });
  });

  it('without a network is NETWORK', async () => {
    expect(await failWith(() => HttpResponse.error())).toMatchObject({ status: 0, code: 'NETWORK' });
  });

  it('of a success that is no envelope is UNKNOWN', async () => {
    expect(await failWith(() => HttpResponse.json({ name: 'Lin' }))).toMatchObject({ status: 200, code: 'UNKNOWN' });
  });
});

describe('the error catalogue', () => {
  const text = (status: number, message = '') => errorText({ ...clientError('UNKNOWN', status), message }, 'en');

  it('has the words of the specification', () => {
    expect(text(403)).toBe('Insufficient permissions, please check your account status');
    expect(text(404)).toBe('Requested resource not found');
    expect(text(429)).toBe('Too many requests, please try again later');
    expect([500, 502, 503].map((status) => text(status))).toEqual(
      Array(3).fill('Server error, please try again later'),
    );
    expect(errorText(clientError('NETWORK'), 'en')).toBe(
      'Network connection failed, please check your network settings',
    );
    expect(errorText(clientError('TIMEOUT'), 'en')).toBe(errorText(clientError('NETWORK'), 'en'));
    expect(text(418, 'I am a teapot')).toBe('I am a teapot');
    expect(text(418)).toBe('Request failed');
    expect(errorText(new Error('x'), 'en')).toBe('Request failed');
  });

  it.each(ERROR_CODES)('says something about %s in both languages', (code) => {
    for (const locale of ['en', 'zh'] as const) {
      const said = errorText({ ...clientError('UNKNOWN', 400), code }, locale);
      expect(said).not.toContain('codes.');
      expect(said.length).toBeGreaterThan(3);
    }
  });
});

describe('toasts', () => {
  it('tell what went wrong with something that was done, with a reference for support', async () => {
    server.use(http.patch(`${API}/users/profile`, () => refuse('INTERNAL_ERROR')));
    await rename();
    expect(shown).toMatchObject([
      { kind: 'error', text: 'Server error, please try again later', key: '500:updateProfile', requestId: 'req_1' },
    ]);
  });

  it('have no reference for what is no failure of ours', async () => {
    server.use(http.patch(`${API}/users/profile`, () => refuse('RATE_LIMITED')));
    await rename();
    expect(shown.map(({ key, requestId }) => [key, requestId])).toEqual([['429:updateProfile', undefined]]);
  });

  it('have one key for everything that the network does', async () => {
    server.use(http.patch(`${API}/users/profile`, () => HttpResponse.error()));
    await Promise.all([rename(), rename()]);
    expect(shown.map(({ key }) => key)).toEqual(['network', 'network']);
  });

  it('are silent about what a page shows itself', async () => {
    server.use(
      http.get(`${API}/users/me/preferences`, () => refuse('INTERNAL_ERROR')),
      http.get(`${API}/auth/google`, () => refuse('OAUTH_PROVIDER_UNAVAILABLE')),
    );
    const store = signedInStore();
    await store.dispatch(usersApi.endpoints.preferences.initiate());
    await store.dispatch(authApi.endpoints.startSignIn.initiate({ provider: 'google', redirect: '/' }));
    expect(shown).toEqual([]);
  });

  it('say nothing about a lost session: that leads to the login page', async () => {
    server.use(
      http.patch(`${API}/users/profile`, () => refuse('UNAUTHENTICATED')),
      http.post(`${API}/auth/refresh`, () => refuse('REFRESH_TOKEN_INVALID')),
    );
    expect((await rename()).error).toMatchObject({ status: 401 });
    expect(shown).toEqual([]);
  });
});
