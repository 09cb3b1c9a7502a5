import type { Locale, OAuthProvider, User } from '@app/contracts';
import { grantAccess } from '@app/sandbox';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useVisitors } from '../../src/browser-visitors.js';
import { useBrowser } from '../../src/browser.js';
import { useProduct } from '../../src/product.js';
import { query } from '../../src/sign-in-credits.js';
import { beginSignIn } from '../../src/sign-in-person.js';
import { cancelAtProvider, chooseAccount, chooseNewAccount, goToProvider } from '../../src/sign-in.js';
import { inLocale, text } from '../../src/texts.js';

const product = useProduct();
const visitors = useVisitors(product, useBrowser());

const LINYUE = '林悦';

const accessToken = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('access_token'));

const whoAmI = (page: Page): Promise<User> =>
  page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}` };
    const answer = (await (await fetch('/api/auth/me', { headers })).json()) as { data: User };
    return answer.data;
  });

/** To the provider's account chooser, as somebody who wants to go to `redirect`. */
async function openChooser(page: Page, provider: OAuthProvider, redirect = '/pricing', locale: Locale = 'en') {
  await page.goto(`${inLocale(locale, '/login')}?redirect=${encodeURIComponent(redirect)}`);
  await goToProvider(page, locale, provider);
}

/** Chooses an account; answers the address at which the provider sent the browser back. */
async function chooseAndCatch(page: Page, name: string): Promise<string> {
  const [returned] = await Promise.all([
    page.waitForRequest((request) => request.isNavigationRequest() && request.url().includes('/auth/callback?')),
    chooseAccount(page, name),
  ]);
  return returned.url();
}

type Failure = 'denied' | 'noCredentials' | 'expired' | 'network' | 'failed';

/** The callback page says why, keeps no secret in its address, and nobody is signed in. */
async function expectFailure(page: Page, failure: Failure, locale: Locale = 'en'): Promise<void> {
  await page.getByText(text(locale, `session:callback.failures.${failure}.title`)).waitFor();
  await page.getByText(text(locale, `session:callback.failures.${failure}.text`)).waitFor();
  await page
    .getByRole('link', { name: text(locale, 'common:actions.backHome') })
    .first()
    .waitFor();
  const { pathname, search, hash } = new URL(page.url());
  expect(pathname + search + hash).toBe('/auth/callback');
  expect(await accessToken(page)).toBeNull();
}

describe('a person who says no', () => {
  test.each<[Locale, OAuthProvider]>([
    ['en', 'google'],
    ['zh', 'github'],
  ])('is told so in %s, and can begin again with %s', async (locale, provider) => {
    const { page } = await visitors.stranger(locale);
    await openChooser(page, provider, inLocale(locale, '/gallery'), locale);
    await cancelAtProvider(page, locale);
    await expectFailure(page, 'denied', locale);
    await page.getByRole('link', { name: text(locale, 'session:callback.again') }).click();
    await page.waitForURL((url) => url.pathname === inLocale(locale, '/login'));
  });
});

describe('a way back that cannot be trusted', () => {
  test('a sign-in that took more than ten minutes is refused', async () => {
    const { page } = await visitors.stranger();
    await openChooser(page, 'google');
    await query(product.running.databaseUrl, `update oauth_states set expires_at = now()`);
    await chooseAccount(page, 'Ada Lovelace');
    await expectFailure(page, 'expired');
  });

  test('the address of a finished sign-in opens nothing a second time', async () => {
    const { page, context } = await visitors.stranger();
    await openChooser(page, 'google');
    const returned = await chooseAndCatch(page, 'Ada Lovelace');
    await page.waitForURL('/pricing');
    await page.evaluate(() => localStorage.clear());
    const again = await context.newPage();
    await again.goto(returned);
    await expectFailure(again, 'expired');
  });

  test('an address that another browser began signs nobody in', async () => {
    const attacker = await beginSignIn(product.running.url, 'google');
    const bait = await grantAccess(attacker.authUrl, 'ada@example.com');
    const { page } = await visitors.stranger();
    await page.goto(bait);
    await expectFailure(page, 'expired');
    // Nor does it when the victim has a sign-in of their own in progress.
    await openChooser(page, 'google');
    await page.goto(bait);
    await expectFailure(page, 'expired');
  });

  test('a code of the other provider is refused', async () => {
    const github = await beginSignIn(product.running.url, 'github');
    const code = new URL(await grantAccess(github.authUrl, 'linyue')).searchParams.get('code') ?? '';
    const { page } = await visitors.stranger();
    await openChooser(page, 'google');
    const state = new URL(page.url()).searchParams.get('state') ?? '';
    await page.goto(`/auth/callback?${new URLSearchParams({ code, state }).toString()}`);
    await expectFailure(page, 'expired');
    // The state names the provider; renaming it does not help.
    await openChooser(page, 'google');
    const renamed = (new URL(page.url()).searchParams.get('state') ?? '').replace('google.', 'github.');
    await page.goto(`/auth/callback?${new URLSearchParams({ code, state: renamed }).toString()}`);
    await expectFailure(page, 'expired');
  });

  test('a callback without a code says what is missing', async () => {
    const { page } = await visitors.stranger();
    await page.goto('/auth/callback');
    await expectFailure(page, 'noCredentials');
  });
});

describe('where a sign-in leads', () => {
  test('back to the wanted page with its query, without a code in address or history', async () => {
    const { page, context } = await visitors.stranger();
    await page.goto('/gallery?page=3#top');
    await page.waitForURL((url) => url.pathname === '/login');
    await goToProvider(page, 'en', 'google');
    await chooseAccount(page, 'Ada Lovelace');
    await page.waitForURL((url) => url.pathname + url.search + url.hash === '/gallery?page=3#top');
    const { entries } = await (await context.newCDPSession(page)).send('Page.getNavigationHistory');
    const visited = entries.map(({ url }) => url);
    expect(visited.filter((url) => /[?&]code=/.test(url) || url.includes('/auth/callback'))).toEqual([]);
    expect(await page.evaluate(() => document.referrer)).not.toContain('code=');
  });

  test.each([
    'https://evil.example/x',
    '//evil.example/x',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
  ])('never to %s', async (redirect) => {
    const { page } = await visitors.stranger();
    await openChooser(page, 'google', redirect);
    await chooseAccount(page, 'Ada Lovelace');
    await page.getByRole('button', { name: text('en', 'common:nav.account', { name: 'Ada Lovelace' }) }).waitFor();
    await page.waitForURL((url) => url.pathname !== '/auth/callback');
    expect(page.url()).toBe(`${product.running.url}/`);
  });

  test('two sign-ins in two tabs both finish, each at its own page', async () => {
    const { page: first, context } = await visitors.stranger();
    const second = await context.newPage();
    await openChooser(first, 'google', '/pricing');
    await openChooser(second, 'github', '/faq');
    await chooseAccount(first, LINYUE);
    await first.waitForURL('/pricing');
    await chooseAccount(second, 'Grace Hopper');
    await second.waitForURL('/faq');
    // The later one is who this browser is now, in both tabs.
    const grace = text('en', 'common:nav.account', { name: 'Grace Hopper' });
    await second.getByRole('button', { name: grace }).waitFor();
    await first.getByRole('button', { name: grace }).waitFor();
    expect([first.url(), second.url()]).toEqual(['/pricing', '/faq'].map((path) => product.running.url + path));
  });

  test('an exchange that never reached the server is repeated by one press', async () => {
    const { page } = await visitors.stranger();
    await openChooser(page, 'google');
    await page.route('**/api/auth/google/callback', (route) => route.abort(), { times: 1 });
    await chooseAccount(page, 'Ada Lovelace');
    await expectFailure(page, 'network');
    await page.getByRole('button', { name: text('en', 'common:actions.retry') }).click();
    await page.waitForURL('/pricing');
  });
});

describe('e-mail addresses', () => {
  const notice = (locale: Locale, email: string) => text(locale, 'profile:overview.unverified', { email });

  test.each<[Locale, string]>([
    ['en', 'unproven-en'],
    ['zh', 'unproven-zh'],
  ])('one that the provider does not vouch for is confirmed by a mail in %s', async (locale, handle) => {
    const { page } = await visitors.stranger(locale);
    const email = `${handle}@example.com`;
    await openChooser(page, 'google', inLocale(locale, '/profile'), locale);
    await chooseNewAccount(page, locale, 'google', { name: 'Unproven', handle, verified: false });
    await page.getByText(notice(locale, email)).waitFor();

    const mails = await fetch(`${product.running.sandbox?.url}/_sandbox/mails?to=${encodeURIComponent(email)}`);
    const [mail, ...more] = (await mails.json()) as { text: string }[];
    expect(more).toEqual([]);
    const link = /http:\S+#token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect(new URL(link).pathname).toBe(inLocale(locale, '/verify-email'));

    await page.goto(link);
    expect(new URL(page.url()).hash).toBe('');
    await page.getByRole('button', { name: text(locale, 'session:verify.confirm') }).click();
    await page.getByText(text(locale, 'session:verify.done')).waitFor();
    await page.goto(inLocale(locale, '/profile'));
    await page.getByText(email).first().waitFor();
    expect(await page.getByText(notice(locale, email)).count()).toBe(0);

    // Once is enough: the same link confirms nothing again.
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('button', { name: text(locale, 'session:verify.confirm') }).click();
    await page.getByText(text(locale, 'session:verify.failed')).waitFor();
  });

  test.each([
    ['keeps it private', LINYUE, 'linyue@example.com', true],
    ['has none', 'no-address', null, false],
    ['does not share the list', 'Keeps Quiet', null, false],
  ])('somebody who %s at GitHub signs in all the same', async (_, name, email, verified) => {
    const { page } = await visitors.stranger();
    await openChooser(page, 'github', '/generate');
    await chooseAccount(page, name);
    await page.waitForURL('/generate');
    expect(await whoAmI(page)).toMatchObject({ email, email_verified: verified });
  });

  test('the same address at both providers makes two accounts', async () => {
    const ids: string[] = [];
    for (const provider of ['google', 'github'] as const) {
      const { page } = await visitors.stranger('zh');
      await openChooser(page, provider, '/zh/pricing', 'zh');
      await chooseAccount(page, LINYUE);
      await page.waitForURL('/zh/pricing');
      const { id, email } = await whoAmI(page);
      expect(email).toBe('linyue@example.com');
      ids.push(id);
    }
    expect(new Set(ids).size).toBe(2);
  });
});
