import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { openApp, setBrowserLanguages } from '../../test/open-app';
import { API, USER, meHandler, ok, refuse, startServer } from '../../test/server';
import { storeTokens } from '../api/auth/tokens';
import { leave } from '../shared/browser/leave';

const server = startServer();
let app: Awaited<ReturnType<typeof openApp>>;
let asked: (string | null)[];

beforeEach(() => {
  setBrowserLanguages(['en-US']);
  jest.spyOn(leave, 'to').mockImplementation(() => undefined);
  asked = [];
  server.use(
    http.get(`${API}/auth/google`, ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('redirect'));
      return ok({ auth_url: 'https://accounts.example/auth' });
    }),
  );
});
afterEach(() => {
  app.close();
  jest.restoreAllMocks();
});

const open = async (path: string) => {
  app = await openApp(path);
};
/** As the browser does on its way to a provider and back: the page is gone, what the tab has stored is not. */
const unload = () => {
  app.close();
  cleanup();
};
const login = (target: string, prefix = '') =>
  `${prefix}/login?${new URLSearchParams({ redirect: target }).toString()}`;
/** Up to where the browser leaves for the provider. */
const leaveForProvider = async (name = 'Sign in with Google') => {
  await userEvent.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(leave.to).toHaveBeenCalled());
};
const CHOSEN_PLAN = '/pricing?plan=pro&billing=annual#plans';

describe('the page that a sign-in leads to', () => {
  it('is in the language that was chosen on the sign-in page', async () => {
    await open(login(CHOSEN_PLAN));
    await userEvent.click(screen.getByRole('button', { name: 'Language: English' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: '中文' }));
    await screen.findByRole('heading', { level: 1, name: '登录' });
    await leaveForProvider('使用 Google 登录');
    expect(asked).toEqual([`/zh${CHOSEN_PLAN}`]);
  });

  it.each([
    ['/zh/login?redirect=%2Fguide%3Fpage%3D2%23top', '/zh/guide?page=2#top', 'zh'],
    ['/login?redirect=%2Fzh%2Fguide', '/guide', 'en'],
    ['/zh/login?redirect=%2F%2Fevil.example', '/zh', 'zh'],
    ['/zh/login', '/zh', 'zh'],
  ])('from %s is %s for a person who is signed in already', async (path, place, locale) => {
    server.use(meHandler('good'));
    storeTokens({ access_token: 'good', refresh_token: 'refresh' });
    await open(path);
    await waitFor(() => expect(app.place()).toBe(place));
    expect(window.localStorage.getItem('locale')).toBe(locale);
  });
});

const again = async (name = 'Back to sign-in') => (await screen.findByRole('link', { name })).getAttribute('href');
const kept = () => window.sessionStorage.getItem('sign_in_target');

describe('after a sign-in that did not work', () => {
  it.each([
    ['was cancelled', 'error=access_denied&state=google.abc'],
    ['failed at the provider', 'error=server_error&state=google.abc'],
    ['came back without a code', ''],
    ['has expired', 'code=too-late&state=google.abc'],
  ])('because it %s, the way back leads on to the same page', async (_, returned) => {
    server.use(http.post(`${API}/auth/google/callback`, () => refuse('OAUTH_STATE_INVALID')));
    await open(login(CHOSEN_PLAN));
    await leaveForProvider();
    unload();
    await open(`/auth/callback?${returned}`);
    expect(await again()).toBe(login(CHOSEN_PLAN));
  });

  it('the way back is there in the language of the page, after a reload too, and forgets the target once used', async () => {
    await open(login('/generate', '/zh'));
    await leaveForProvider('使用 Google 登录');
    unload();
    await open('/auth/callback?error=access_denied&state=google.abc');
    unload();
    await open('/auth/callback');
    expect(await again('回到登录页')).toBe(login('/zh/generate', '/zh'));
    await userEvent.click(screen.getByRole('link', { name: '回到登录页' }));
    await screen.findByRole('heading', { level: 1, name: '登录' });
    expect([app.place(), kept()]).toEqual([login('/zh/generate', '/zh'), null]);
  });

  it.each([
    '"https://evil.example/gallery"',
    '"//evil.example/gallery"',
    String.raw`"/\\evil.example/gallery"`,
    '"javascript:alert(1)"',
    '"/login?redirect=/gallery"',
    '"/nowhere"',
    '["/gallery"]',
    '/gallery',
  ])('a stored %s, which is no page of ours, is not led to', async (stored) => {
    window.sessionStorage.setItem('sign_in_target', stored);
    await open('/auth/callback?error=access_denied&state=google.abc');
    expect(await again()).toBe('/login');
  });
});

it('a sign-in that worked keeps no target', async () => {
  server.use(
    meHandler('good'),
    http.post(`${API}/auth/google/callback`, () =>
      ok({ access_token: 'good', refresh_token: 'refresh', user: USER, redirect: '/faq', is_new_user: false }),
    ),
  );
  await open(login('/faq'));
  await leaveForProvider();
  expect(kept()).toBe('"/faq"');
  unload();
  await open('/auth/callback?code=worked&state=google.abc');
  await waitFor(() => expect(app.place()).toBe('/faq'));
  expect(kept()).toBeNull();
});
