import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { openApp, setBrowserLanguages } from '../../test/open-app';
import { API, meHandler, refuse, startServer } from '../../test/server';
import { closeSession } from '../api/auth/session';
import { storeTokens } from '../api/auth/tokens';
import { CRASH_TEXTS } from '../shared/i18n/crash-texts';
import { setActiveLocale } from '../shared/i18n/i18n';
import { PAGES } from './route-table';

const server = startServer();
let app: Awaited<ReturnType<typeof openApp>>;

/** Twice as dear: where what runs at the start must bear to run twice. */
let strict = false;
const beStrict = () => {
  beforeEach(() => void (strict = true));
  afterEach(() => void (strict = false));
};
const open = async (path: string) => {
  app = await openApp(path, { strict });
  return app;
};
const signIn = () => {
  storeTokens({ access_token: 'access', refresh_token: 'refresh' });
  server.use(meHandler('access'));
};
const storedLocale = () => window.localStorage.getItem('locale');
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

beforeEach(() => setBrowserLanguages(['en-US']));
afterEach(() => {
  app.close();
  setActiveLocale('en');
});

describe('the language', () => {
  beStrict();

  it('follows the path and is remembered', async () => {
    await open('/zh/terms');
    await heading('服务条款');
    expect([document.documentElement.lang, storedLocale()]).toEqual(['zh-Hans', 'zh']);
  });

  it('of the browser decides on / at the first visit', async () => {
    setBrowserLanguages(['fr-FR', 'zh-TW', 'en']);
    await open('/?from=ad');
    expect(app.place()).toBe('/zh?from=ad');
  });

  it('of the browser changes nothing where a choice is stored', async () => {
    window.localStorage.setItem('locale', 'en');
    setBrowserLanguages(['zh-CN']);
    await open('/');
    expect(app.place()).toBe('/');
  });

  it('of a deep link is kept, and the other one is offered in its own words', async () => {
    setBrowserLanguages(['zh-CN']);
    await open('/terms?a=1#credits');
    await heading('Terms of service');
    const link = await screen.findByRole('link', { name: '切换到中文' });
    expect(link.getAttribute('href')).toBe('/zh/terms?a=1#credits');
    await userEvent.click(screen.getByRole('button', { name: '不再提示' }));
    expect(screen.queryByRole('link', { name: '切换到中文' })).toBeNull();
  });

  it('changes in the menu, on the same page, with query and hash', async () => {
    await open('/terms?a=1#credits');
    await heading('Terms of service');
    await userEvent.click(screen.getByRole('button', { name: 'Language: English' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: '中文' }));
    await heading('服务条款');
    expect(app.place()).toBe('/zh/terms?a=1#credits');
    expect(storedLocale()).toBe('zh');
  });

  it('of the provider’s return address is the stored one, and it stores none', async () => {
    window.localStorage.setItem('locale', 'zh');
    await open('/auth/callback');
    await heading('没有收到有效的登录凭证');
    expect([app.place(), storedLocale()]).toEqual(['/auth/callback', 'zh']);
  });

  it('of the provider’s return address does not become a choice', async () => {
    setBrowserLanguages(['zh-CN']);
    await open('/auth/callback');
    await heading('没有收到有效的登录凭证');
    expect(storedLocale()).toBeNull();
  });
});

it('a page whose files are gone says that there is a newer version', async () => {
  server.use(http.all('http://localhost/assets/terms.js', () => new HttpResponse(null, { status: 404 })));
  const gone = new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/terms.js');
  const load = jest.spyOn(PAGES.terms, 'load').mockRejectedValue(gone);
  await open('/terms');
  expect(await heading(CRASH_TEXTS.en.updated)).toBeVisible();
  load.mockRestore();
});

describe('unknown addresses', () => {
  it.each([
    ['/nothing', 'There is nothing at this address'],
    ['/zh/nothing', '这里什么都没有'],
    ['/gallery/1/2', 'There is nothing at this address'],
  ])('%s shows the not-found page of its language', async (path, title) => {
    await open(path);
    await heading(title);
    expect(app.place()).toBe(path);
    expect(document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex');
  });

  it.each([
    ['/en/pricing', null, '/'],
    ['/fr', 'en', '/'],
    ['/zh-CN/gallery', 'zh', '/zh'],
  ])('%s with %s stored leads to %s', async (path, stored, target) => {
    if (stored) window.localStorage.setItem('locale', stored);
    await open(path);
    expect(app.place()).toBe(target);
  });
});

describe('a slash at the end of an address', () => {
  it.each([
    ['/pricing/?billing=annual', '/pricing?billing=annual'],
    ['/zh/faq//?q=a%26b', '/zh/faq?q=a%26b'],
  ])('is removed from %s and the query stays', async (path, target) => {
    await open(path);
    expect(app.place()).toBe(target);
  });
});

describe('the page after a payment', () => {
  it('thanks nobody for a payment that is not theirs', async () => {
    signIn();
    server.use(http.post(`${API}/subscriptions/confirm-payment-by-session`, () => refuse('NOT_FOUND')));
    await open('/payment/success?session_id=made-up');
    expect(await heading('We do not know this payment')).toBeVisible();
  });

  it('opened without one says so', async () => {
    signIn();
    await open('/payment/success');
    expect(await heading('No payment to confirm')).toBeVisible();
  });
});

describe('the guard', () => {
  beStrict();

  it.each([
    ['/generate?style=anime#x', '/login?redirect=%2Fgenerate%3Fstyle%3Danime%23x', 'Sign in'],
    ['/zh/gallery?page=2', '/zh/login?redirect=%2Fzh%2Fgallery%3Fpage%3D2', '登录'],
    ['/payment/success?session_id=1', '/login?redirect=%2Fpayment%2Fsuccess%3Fsession_id%3D1', 'Sign in'],
  ])('sends a visitor of %s to %s', async (path, target, title) => {
    await open(path);
    await heading(title);
    expect(app.place()).toBe(target);
  });

  it('lets a signed-in person pass after loading the profile', async () => {
    signIn();
    await open('/batch');
    await heading('Many prompts, one go');
    expect(await screen.findByRole('button', { name: 'Account of Lin' })).toBeVisible();
  });

  it('sends somebody with refused tokens to the login page and forgets the tokens', async () => {
    storeTokens({ access_token: 'old', refresh_token: 'old' });
    server.use(
      meHandler('access'),
      http.post(`${API}/auth/refresh`, () => refuse('REFRESH_TOKEN_INVALID')),
    );
    await open('/batch');
    await heading('Sign in');
    expect(window.localStorage.getItem('access_token')).toBeNull();
  });

  it('signs nobody out in an outage, and goes on when it is over', async () => {
    storeTokens({ access_token: 'access', refresh_token: 'refresh' });
    server.use(http.get(`${API}/auth/me`, () => refuse('SERVICE_UNAVAILABLE')));
    await open('/batch');
    expect(await screen.findByText('Server error, please try again later')).toBeVisible();
    expect([app.place(), window.localStorage.getItem('access_token')]).toEqual(['/batch', 'access']);
    server.use(meHandler('access'));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await heading('Many prompts, one go');
  });

  it('shows the page by itself once an outage is over', async () => {
    signIn();
    server.use(http.get(`${API}/auth/me`, () => refuse('SERVICE_UNAVAILABLE')));
    await open('/batch');
    await screen.findByText('Server error, please try again later');
    server.use(meHandler('access'));
    expect(await heading('Many prompts, one go')).toBeVisible();
  });

  it('asks again who is signed in after an outage at the start, and leads on from the login page', async () => {
    signIn();
    server.use(http.get(`${API}/auth/me`, () => refuse('SERVICE_UNAVAILABLE'), { once: true }));
    await open('/login?redirect=%2Fbatch');
    expect(await heading('Many prompts, one go')).toBeVisible();
  });

  it('keeps signed-in people away from the login page, and leads them on', async () => {
    signIn();
    await open('/login?redirect=%2Fbatch');
    await heading('Many prompts, one go');
    expect(app.place()).toBe('/batch');
  });

  it('leads an expired session to the login page with the way back', async () => {
    signIn();
    await open('/batch?a=1');
    await heading('Many prompts, one go');
    act(() => app.store.dispatch(closeSession('expired')));
    await heading('Sign in');
    expect(app.place()).toBe('/login?redirect=%2Fbatch%3Fa%3D1');
    expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeVisible();
  });
});

describe('signing out', () => {
  it('clears the session and goes home, whatever the server says', async () => {
    signIn();
    server.use(http.post(`${API}/auth/logout`, () => HttpResponse.error()));
    await open('/zh/batch');
    await userEvent.click(await screen.findByRole('button', { name: 'Lin 的账户' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: '退出登录' }));
    await waitFor(() => expect(app.place()).toBe('/zh'));
    expect(window.localStorage.getItem('access_token')).toBeNull();
  });
});

describe('a change of page', () => {
  it('sets the title and moves the focus to the heading', async () => {
    await open('/terms');
    await heading('Terms of service');
    expect(document.title).toBe('Terms of service - Lumina');
    await userEvent.click(screen.getByRole('link', { name: 'Contact' }));
    const title = await heading('Contact');
    await waitFor(() => expect(title).toHaveFocus());
    expect(document.title).toBe('Contact - Lumina');
  });
});

describe('the navigation bar', () => {
  it('marks the current page', async () => {
    await open('/pricing');
    await heading('See every price first. Then decide.');
    expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Pricing');
  });

  it('has one menu open at a time, closed by Escape and by a press outside', async () => {
    await open('/terms');
    await heading('Terms of service');
    const burger = screen.getByRole('button', { name: 'Menu' });
    await userEvent.click(burger);
    expect(burger).toHaveAttribute('aria-expanded', 'true');

    await userEvent.click(screen.getByRole('button', { name: 'Language: English' }));
    await screen.findByRole('menu');
    expect(screen.getByLabelText('Menu')).toHaveAttribute('aria-expanded', 'false');

    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());

    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    await userEvent.keyboard('{Escape}');
    expect(burger).toHaveAttribute('aria-expanded', 'false');
    expect(burger).toHaveFocus();

    await userEvent.click(burger);
    await userEvent.click(screen.getByRole('main'));
    expect(burger).toHaveAttribute('aria-expanded', 'false');
  });
});
