import type { TokenPair } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useVisitors } from '../../src/browser-visitors.js';
import { useBrowser } from '../../src/browser.js';
import { useProduct } from '../../src/product.js';
import { newPerson } from '../../src/sign-in-person.js';
import { text } from '../../src/texts.js';

const product = useProduct();
const visitors = useVisitors(product, useBrowser());

let people = 0;

/** Two tabs of one newcomer, both signed in. */
async function twoTabs(options: { withoutLocks?: boolean } = {}) {
  people += 1;
  const name = `Person ${people}`;
  const person = await newPerson(product.running.url, { name, handle: `session-${people}` });
  const { page: first, context } = await visitors.as(person);
  if (options.withoutLocks) {
    await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }));
  }
  const second = await context.newPage();
  await Promise.all([first.goto('/gallery'), second.goto('/profile')]);
  await Promise.all([signedIn(first, name), signedIn(second, name)]);
  return { first, second, context, person, name };
}

const avatar = (page: Page, name: string) =>
  page.getByRole('button', { name: text('en', 'common:nav.account', { name }) });

const signedIn = (page: Page, name: string) => avatar(page, name).waitFor();

const storedTokens = (page: Page): Promise<Pick<TokenPair, 'access_token' | 'refresh_token'>> =>
  page.evaluate(() => ({
    access_token: localStorage.getItem('access_token') ?? '',
    refresh_token: localStorage.getItem('refresh_token') ?? '',
  }));

/** From now on the server refuses the access token that is stored at this moment, as it does after an hour. */
async function wearOut(page: Page): Promise<void> {
  const worn = `Bearer ${(await storedTokens(page)).access_token}`;
  await page.context().route('**/api/**', async (route) => {
    const headers = route.request().headers();
    if (headers['authorization'] === worn) await route.fallback({ headers: { ...headers, authorization: `${worn}x` } });
    else await route.fallback();
  });
}

const refusedCall = (page: Page) => page.waitForResponse((response) => response.status() === 401);

const refresh = (refresh_token: string): Promise<Response> =>
  fetch(`${product.running.url}/api/auth/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token }),
  });

describe('two tabs whose token wears out at once', () => {
  // The lock of one tab can be free before the other one sees what was stored, so the server has to bear two refreshes.
  test.each([
    ['where tabs can wait for each other', {}],
    ['where the browser has no locks', { withoutLocks: true }],
  ])('stay signed in %s', async (_, options) => {
    const { first, second, context, name } = await twoTabs(options);
    const before = await storedTokens(first);
    const bothRefused = Promise.all([refusedCall(first), refusedCall(second)]);
    await wearOut(first);
    // Nobody is given new tokens before both tabs were refused.
    await context.route('**/api/auth/refresh', async (route) => {
      await bothRefused;
      await route.continue();
    });
    await Promise.all([first.reload(), second.reload()]);
    await Promise.all([signedIn(first, name), signedIn(second, name)]);
    expect([new URL(first.url()).pathname, new URL(second.url()).pathname]).toEqual(['/gallery', '/profile']);
    const after = await storedTokens(first);
    expect(after.refresh_token).not.toBe(before.refresh_token);
    expect((await storedTokens(second)).refresh_token).toBe(after.refresh_token);
    expect((await refresh(after.refresh_token)).status).toBe(200);
  });
});

test('a refresh whose answer was lost is asked for again', async () => {
  const { first, name } = await twoTabs();
  const before = await storedTokens(first);
  const answers: TokenPair[] = [];
  await first.context().route(
    '**/api/auth/refresh',
    async (route) => {
      answers.push(((await (await route.fetch()).json()) as { data: TokenPair }).data);
      await route.abort();
    },
    { times: 1 },
  );
  await wearOut(first);
  await first.reload();
  // Whichever call comes next asks again: another one of the page by itself, or the one that the person repeats.
  const retry = first.getByRole('button', { name: text('en', 'common:actions.retry') });
  await avatar(first, name).or(retry).first().waitFor();
  if (await retry.isVisible()) await retry.click();
  await signedIn(first, name);
  const after = await storedTokens(first);
  expect(after.refresh_token).not.toBe(before.refresh_token);
  expect(answers.map(({ refresh_token }) => refresh_token)).toEqual([after.refresh_token]);
});

test('a stolen refresh token that comes late ends the session of thief and owner alike', async () => {
  const { first, name } = await twoTabs();
  const stolen = (await storedTokens(first)).refresh_token;
  for (let renewal = 0; renewal < 2; renewal += 1) {
    await wearOut(first);
    await first.reload();
    await signedIn(first, name);
  }
  expect((await refresh(stolen)).status).toBe(401);
  await first.reload();
  await first.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('redirect') === '/gallery');
  expect(await storedTokens(first)).toEqual({ access_token: '', refresh_token: '' });
});

describe('signing out', () => {
  async function signOut(page: Page, name: string): Promise<void> {
    await avatar(page, name).click();
    await page.getByRole('menuitem', { name: text('en', 'common:nav.signOut') }).click();
  }

  test('in one tab leads home there, to the login page in the others, and the token is worth nothing', async () => {
    const { first, second, person, name } = await twoTabs();
    await signOut(first, name);
    await first.waitForURL('/');
    await first.getByRole('link', { name: text('en', 'common:nav.login') }).waitFor();
    await second.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('redirect') === '/profile');
    await expect(person.call('GET', '/auth/me')).rejects.toThrow('401');
    expect((await refresh(person.tokens.refresh_token)).status).toBe(401);
  });

  test('works on this device also when the server does not answer', async () => {
    const { first, second, name } = await twoTabs();
    await first.context().route('**/api/auth/logout', (route) => route.abort());
    await signOut(first, name);
    await first.waitForURL('/');
    await second.waitForURL((url) => url.pathname === '/login');
    expect(await storedTokens(first)).toEqual({ access_token: '', refresh_token: '' });
  });

  test('shows other tabs on public pages without the person', async () => {
    const { first, second, name } = await twoTabs();
    await second.goto('/faq');
    await signedIn(second, name);
    await signOut(first, name);
    await second.getByRole('link', { name: text('en', 'common:nav.login') }).waitFor();
    expect(new URL(second.url()).pathname).toBe('/faq');
  });
});

test('an outage signs nobody out', async () => {
  const { first, name } = await twoTabs();
  await first.context().route('**/api/auth/me', (route) => route.fulfill({ status: 503, body: '' }), { times: 2 });
  await first.reload();
  await first.getByText(text('en', 'errors:codes.SERVICE_UNAVAILABLE')).first().waitFor();
  await first.context().unroute('**/api/auth/me');
  await first.getByRole('button', { name: text('en', 'common:actions.retry') }).click();
  await signedIn(first, name);
  expect(new URL(first.url()).pathname).toBe('/gallery');
});
