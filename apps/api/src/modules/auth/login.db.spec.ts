import { describe, expect, test } from '@jest/globals';
import { denyAccess, grantAccess, grantAccessAsNewAccount } from '@app/sandbox';
import { useApp } from '../../../test/support/app.js';
import { Browser, type Provider } from '../../../test/support/http/browser.js';
import { REDIRECT_URI, useSandbox } from '../../../test/support/sandbox.js';
import { expectUnchanged } from '../../../test/support/database/unchanged.js';
import { row, rows } from '../../platform/database/rows.js';

const sandbox = useSandbox();
const api = useApp({ env: () => sandbox.environment() });

const users = () =>
  rows<{ id: string; email: string | null }>(api.dataSource, 'select id, email from users order by 1');
const LOGINS_ONLY = { except: ['oauth_states'] };

const PREFERENCES = { language: 'en-US', timezone: 'America/New_York' };

describe('signing in', () => {
  test.each<[Provider, string, string]>([
    ['google', 'ada@example.com', 'Ada Lovelace'],
    ['github', 'grace-hopper', 'Grace Hopper'],
  ])('with %s gives tokens, the user and the path that was asked for', async (provider, account, name) => {
    const browser = new Browser(api);
    const returned = await browser.approve(provider, account, '/zh/generate?model=sd3.5-flash#top');
    const answer = await browser.comeBack(provider, { ...returned, ...PREFERENCES });

    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      token_type: 'Bearer',
      expires_in: 3600,
      redirect: '/zh/generate?model=sd3.5-flash#top',
      is_new_user: true,
      user: { name, email_verified: true, subscription_status: 'free' },
    });
    expect(answer.body.data.user.avatar_url).toContain(`${sandbox.url}/${provider}/avatars/`);
    expect(browser.cookies.size).toBe(0);
    const token = answer.body.data.access_token;
    expect((await api.get('/auth/me', { token })).body.data).toEqual(answer.body.data.user);
    expect((await api.get('/auth/verify', { token })).body).toEqual({ success: true, data: null });
    expect((await api.get('/users/me/preferences', { token })).body.data).toMatchObject(PREFERENCES);
  });

  test('again is the same account, and new preferences are not overwritten', async () => {
    const first = await new Browser(api).signIn('google', 'noor@example.org', PREFERENCES);
    const second = await new Browser(api).signIn('google', 'noor@example.org', { language: 'zh-CN' });

    expect(second.body.data).toMatchObject({ is_new_user: false, user: { id: first.body.data.user.id } });
    const preferences = await api.get('/users/me/preferences', { token: second.body.data.access_token });
    expect(preferences.body.data).toMatchObject(PREFERENCES);
  });

  test('asks the provider for exactly the registered address, with PKCE and a state of its own', async () => {
    const one = new URL(await new Browser(api).start('google'));
    const two = new URL(await new Browser(api).start('google'));

    expect(one.searchParams.get('redirect_uri')).toBe(REDIRECT_URI);
    expect(one.searchParams.get('code_challenge_method')).toBe('S256');
    expect(one.searchParams.get('state')).toMatch(/^google\.[\w-]{43}$/);
    expect(one.searchParams.get('state')).not.toBe(two.searchParams.get('state'));
    expect(one.searchParams.get('code_challenge')).not.toBe(two.searchParams.get('code_challenge'));
  });

  test('sets a cookie that scripts and other sites cannot use', async () => {
    const answer = await api.get<{ auth_url: string }>('/auth/google');
    const [cookie = ''] = answer.headers.getSetCookie();

    expect(cookie).toMatch(/^login_t[0-9a-f]{12}_[\w-]{8}=[\w-]{43}; /);
    expect(cookie.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax']);
  });

  test('drops the logins of a browser that has begun ten, and no earlier', async () => {
    const browser = new Browser(api);
    for (let begun = 1; begun <= 10; begun += 1) {
      await browser.start('google');
      expect(browser.cookies.size).toBe(begun);
    }
    await browser.start('google');
    expect(browser.cookies.size).toBe(1);
  });

  test('in two tabs of one browser works in both, in any order', async () => {
    const browser = new Browser(api);
    const first = await browser.approve('google', 'ada@example.com', '/one');
    const second = await browser.approve('github', 'grace-hopper', '/two');

    expect((await browser.comeBack('github', second)).body.data.redirect).toBe('/two');
    expect((await browser.comeBack('google', first)).body.data.redirect).toBe('/one');
  });

  test('twice at once with a new account makes one account', async () => {
    const browsers = [new Browser(api), new Browser(api), new Browser(api)];
    const address = `new-${Date.now()}@example.com`;
    const urls = await Promise.all(browsers.map((browser) => browser.start('google')));
    const returned: { code: string; state: string }[] = [];
    for (const url of urls) {
      const back = new URL(await grantAccessAsNewAccount(url, { name: 'Twin', email: address, verified: 'yes' }));
      returned.push({ code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' });
    }
    const answers = await Promise.all(browsers.map((browser, i) => browser.comeBack('google', returned[i] ?? {})));

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.data.user.id)).size).toBe(1);
    expect((await users()).filter(({ email }) => email === address)).toHaveLength(1);
  });

  test('without state works when the browser has exactly one login in progress', async () => {
    const browser = new Browser(api);
    const { code } = await browser.approve('google', 'ada@example.com');
    expect((await browser.comeBack('google', { code })).status).toBe(200);
  });
});

test('a login without state is looked for among those of its own provider', async () => {
  const browser = new Browser(api);
  await browser.start('github');
  const { code } = await browser.approve('google', 'ada@example.com');
  expect((await browser.comeBack('google', { code })).status).toBe(200);
  expect((await browser.comeBack('google', { code })).body.code).toBe('OAUTH_STATE_INVALID');
});

describe('a login that is refused', () => {
  const expectRefused = async (work: () => ReturnType<Browser['comeBack']>) => {
    const answer = await expectUnchanged(api.dataSource, work, LOGINS_ONLY);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, code: 'OAUTH_STATE_INVALID' });
  };

  test('comes without state from a browser that began none', async () => {
    const { code } = await new Browser(api).approve('google', 'ada@example.com');
    await expectRefused(() => new Browser(api).comeBack('google', { code }));
  });

  test('names a login that this browser did not begin, which sets no cookie', async () => {
    const { code, state } = await new Browser(api).approve('google', 'ada@example.com');
    const answer = await api.post('/auth/google/callback', { body: { code, state } });
    expect(answer.body).toMatchObject({ code: 'OAUTH_STATE_INVALID' });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('comes without state from a browser that began two', async () => {
    const browser = new Browser(api);
    await browser.start('google');
    const { code } = await browser.approve('google', 'ada@example.com');
    await expectRefused(() => browser.comeBack('google', { code }));
  });

  test('comes from another browser, and is spent by that', async () => {
    const browser = new Browser(api);
    const returned = await browser.approve('google', 'ada@example.com');
    const other = new Browser(api);
    await other.start('google');
    await expectRefused(() => other.comeBack('google', returned));
    await expectRefused(() => browser.comeBack('google', returned));
  });

  test('comes with the cookie name but another secret', async () => {
    const browser = new Browser(api);
    const returned = await browser.approve('google', 'ada@example.com');
    for (const name of browser.cookies.keys()) browser.cookies.set(name, 'x'.repeat(43));
    await expectRefused(() => browser.comeBack('google', returned));
  });

  test('comes a second time', async () => {
    const browser = new Browser(api);
    const returned = await browser.approve('google', 'ada@example.com');
    const cookies = new Map(browser.cookies);
    expect((await browser.comeBack('google', returned)).status).toBe(200);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    await expectRefused(() => browser.comeBack('google', returned));
  });

  test('comes twice at once: one succeeds', async () => {
    const browser = new Browser(api);
    const returned = await browser.approve('google', 'ada@example.com');
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => browser.comeBack('google', returned)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400]);
  });

  test('is older than ten minutes', async () => {
    const browser = new Browser(api);
    const returned = await browser.approve('google', 'ada@example.com');
    await api.dataSource.query(`update oauth_states set expires_at = now() where used_at is null`);
    await expectRefused(() => browser.comeBack('google', returned));
  });

  test('lives ten minutes', async () => {
    const browser = new Browser(api);
    await browser.start('google');
    const newest = await row<{ seconds: number }>(
      api.dataSource,
      `select extract(epoch from expires_at - created_at)::int seconds from oauth_states order by created_at desc limit 1`,
    );
    expect(newest?.seconds).toBe(600);
  });

  test('was begun at the other provider', async () => {
    const browser = new Browser(api);
    const { code, state } = await browser.approve('google', 'ada@example.com');
    await expectRefused(() => browser.comeBack('github', { code, state }));
  });

  test('has a state that was changed', async () => {
    const browser = new Browser(api);
    const { code, state } = await browser.approve('google', 'ada@example.com');
    await expectRefused(() =>
      browser.comeBack('google', { code, state: `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}` }),
    );
  });
});

describe('a code that the provider refuses', () => {
  const expectCodeRefused = async (provider: Provider, code: string) => {
    const browser = new Browser(api);
    const { state } = await browser.approve(provider, provider === 'google' ? 'ada@example.com' : 'linyue');
    const answer = await expectUnchanged(
      api.dataSource,
      () => browser.comeBack(provider, { code, state }),
      LOGINS_ONLY,
    );
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('OAUTH_CODE_REFUSED');
  };

  test.each<Provider>(['google', 'github'])('is invented (%s)', (provider) => expectCodeRefused(provider, 'invented'));

  test.each<[Provider, string]>([
    ['google', 'ada@example.com'],
    ['github', 'linyue'],
  ])('was used in another login (%s)', async (provider, account) => {
    const browser = new Browser(api);
    const returned = await browser.approve(provider, account);
    expect((await browser.comeBack(provider, returned)).status).toBe(200);
    await expectCodeRefused(provider, returned.code);
  });

  test('belongs to a login with another PKCE verifier', async () => {
    const { code } = await new Browser(api).approve('google', 'ada@example.com');
    await expectCodeRefused('google', code);
  });
});

test('a person who cancels comes back without a code and nothing is written', async () => {
  const browser = new Browser(api);
  const url = await browser.start('google');
  const returned = await expectUnchanged(api.dataSource, () => denyAccess(url));
  expect(new URL(returned).searchParams.get('error')).toBe('access_denied');
});

test('the provider refuses an address of return that was changed', async () => {
  const url = new URL(await new Browser(api).start('google'));
  url.searchParams.set('redirect_uri', 'https://evil.example/auth/callback');
  await expect(grantAccess(url.href, 'ada@example.com')).rejects.toThrow('redirect_uri_mismatch');
});

test.each(['facebook', '..%2Fgoogle', 'GOOGLE', '__proto__', 'constructor', 'x'.repeat(50)])(
  'there is no provider %s',
  async (provider) => {
    const { start, callback } = await expectUnchanged(api.dataSource, async () => ({
      start: await api.get(`/auth/${provider}`),
      callback: await api.post(`/auth/${provider}/callback`, { body: { code: 'x' } }),
    }));
    expect(start).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(callback).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  },
);

describe('a provider that does not work', () => {
  const expectUnavailable = async (provider: Provider, account: string, breakIt: () => Promise<unknown>) => {
    const browser = new Browser(api);
    const returned = await browser.approve(provider, account);
    await breakIt();
    const answer = await expectUnchanged(api.dataSource, () => browser.comeBack(provider, returned), LOGINS_ONLY);
    expect(answer.status).toBe(503);
    expect(answer.body.code).toBe('OAUTH_PROVIDER_UNAVAILABLE');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  };

  test.each<[Provider, string, string]>([
    ['google', 'ada@example.com', 'down'],
    ['google', 'ada@example.com', 'error'],
    ['github', 'linyue', 'down'],
    ['github', 'linyue', 'error'],
  ])('is told as unavailable: %s, %s, %s', async (provider, account, mode) => {
    await expectUnavailable(provider, account, () => sandbox.control('chaos', { provider, mode }));
  });
});

test('tokens are in no address: neither the one that the browser is sent to nor the one it comes back with', async () => {
  const browser = new Browser(api);
  const url = await browser.start('google');
  const back = await grantAccess(url, 'ada@example.com');
  const { code, state } = Object.fromEntries(new URL(back).searchParams);
  const { access_token, refresh_token } = (await browser.comeBack('google', { code, state })).body.data;
  for (const address of [url, back]) {
    expect(address).not.toContain(access_token);
    expect(address).not.toContain(refresh_token);
  }
});
