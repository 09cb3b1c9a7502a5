import type { TokenPair } from '@app/contracts';
import type { Page } from '@playwright/test';
import { expect, test as base } from '../../src/fixtures.js';
import type { OpenedBrowser } from '../../src/open-browser.js';
import type { Product } from '../../src/product/product.js';
import type { TestUser } from '../../src/users/test-user.js';
import { text } from '../../src/texts.js';

interface TwoTabs {
  first: Page;
  second: Page;
  context: OpenedBrowser['context'];
  user: TestUser;
  name: string;
}

const test = base.extend<{
  /** A signed-in tab of a new user. */
  openTab: () => Promise<Pick<TwoTabs, 'first' | 'name'>>;
  /** Two of them. */
  openTwoTabs: (options?: { withoutLocks?: boolean }) => Promise<TwoTabs>;
}>({
  openTab: ({ open, newUser }, use) =>
    use(async () => {
      const user = await newUser();
      const { name } = user.account;
      const { page: first } = await open.asUser(user);
      await first.goto('/gallery');
      await waitForSignIn(first, name);
      return { first, name };
    }),
  openTwoTabs: ({ open, newUser }, use) =>
    use(async (options = {}) => {
      const user = await newUser();
      const { name } = user.account;
      const { page: first, context } = await open.asUser(user);
      if (options.withoutLocks) {
        await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }));
      }
      const second = await context.newPage();
      await Promise.all([first.goto('/gallery'), second.goto('/profile')]);
      await Promise.all([waitForSignIn(first, name), waitForSignIn(second, name)]);
      return { first, second, context, user, name };
    }),
});

const avatar = (page: Page, name: string) =>
  page.getByRole('button', { name: text('en', 'common:nav.account', { name }) });

const waitForSignIn = (page: Page, name: string) => avatar(page, name).waitFor();

const storedTokens = (page: Page): Promise<Pick<TokenPair, 'access_token' | 'refresh_token'>> =>
  page.evaluate(() => ({
    access_token: localStorage.getItem('access_token') ?? '',
    refresh_token: localStorage.getItem('refresh_token') ?? '',
  }));

/** Makes the server refuse the stored access token, as after an hour. */
async function expireToken(page: Page): Promise<void> {
  const expired = `Bearer ${(await storedTokens(page)).access_token}`;
  await page.context().route('**/api/**', async (route) => {
    const headers = route.request().headers();
    if (headers['authorization'] === expired)
      await route.fallback({ headers: { ...headers, authorization: `${expired}x` } });
    else await route.fallback();
  });
}

const refusedCall = (page: Page) => page.waitForResponse((response) => response.status() === 401);

const refresh = (product: Product, refresh_token: string): Promise<Response> =>
  fetch(`${product.running.url}/api/auth/refresh`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refresh_token }),
  });

test.describe('two tabs whose token expires at once', () => {
  // A tab may release the lock before the other one sees the stored tokens, so the server must accept two refreshes.
  for (const [where, options, tag] of [
    ['where tabs can lock each other out', {}, []],
    ['where the browser has no locks', { withoutLocks: true }, ['@proof']],
  ] as const)
    test(`stay signed in ${where}`, { tag: [...tag] }, async ({ openTwoTabs, product }) => {
      const { first, second, context, name } = await openTwoTabs(options);
      const before = await storedTokens(first);
      const bothRefused = Promise.all([refusedCall(first), refusedCall(second)]);
      await expireToken(first);
      // Delays refreshes until both tabs were refused.
      await context.route('**/api/auth/refresh', async (route) => {
        await bothRefused;
        await route.continue();
      });
      await Promise.all([first.reload(), second.reload()]);
      await Promise.all([waitForSignIn(first, name), waitForSignIn(second, name)]);
      expect([new URL(first.url()).pathname, new URL(second.url()).pathname]).toEqual(['/gallery', '/profile']);
      const after = await storedTokens(first);
      expect(after.refresh_token).not.toBe(before.refresh_token);
      expect((await storedTokens(second)).refresh_token).toBe(after.refresh_token);
      expect((await refresh(product, after.refresh_token)).status).toBe(200);
    });
});

test('a refresh is repeated when its answer was lost', async ({ openTab }) => {
  const { first, name } = await openTab();
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
  await expireToken(first);
  await first.reload();
  // The next call of the page, or of the user, repeats it.
  const retry = first.getByRole('button', { name: text('en', 'common:actions.retry') });
  await avatar(first, name).or(retry).first().waitFor();
  if (await retry.isVisible()) await retry.click();
  await waitForSignIn(first, name);
  const after = await storedTokens(first);
  expect(after.refresh_token).not.toBe(before.refresh_token);
  expect(answers.map(({ refresh_token }) => refresh_token)).toEqual([after.refresh_token]);
});

test('a reused refresh token ends the session', async ({ openTab, product }) => {
  const { first, name } = await openTab();
  const stolen = (await storedTokens(first)).refresh_token;
  for (let renewal = 0; renewal < 2; renewal += 1) {
    await expireToken(first);
    await first.reload();
    await waitForSignIn(first, name);
  }
  expect((await refresh(product, stolen)).status).toBe(401);
  await first.reload();
  await first.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('redirect') === '/gallery');
  expect(await storedTokens(first)).toEqual({ access_token: '', refresh_token: '' });
});

test.describe('signing out', () => {
  async function signOut(page: Page, name: string): Promise<void> {
    await avatar(page, name).click();
    await page.getByRole('menuitem', { name: text('en', 'common:nav.signOut') }).click();
  }

  test('shows the home page in one tab and the login page in others, and revokes the tokens', async ({
    openTwoTabs,
    product,
  }) => {
    const { first, second, user, name } = await openTwoTabs();
    await signOut(first, name);
    await first.waitForURL('/');
    await first.getByRole('link', { name: text('en', 'common:nav.login') }).waitFor();
    await second.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('redirect') === '/profile');
    // The pages go before the server has answered.
    await expect(async () => {
      await expect(user.call('GET', '/auth/me')).rejects.toThrow('401');
    }).toPass();
    expect((await refresh(product, user.tokens.refresh_token)).status).toBe(401);
  });
});
