import type { Locale, OAuthProvider } from '@app/contracts';
import { grantAccess } from '@app/sandbox';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { expect, test } from '../../src/fixtures.js';
import { cancelAtProvider, chooseAccount, chooseNewAccount, goToProvider } from '../../src/users/sign-in.js';
import { beginSignIn } from '../../src/users/test-user.js';
import { inLocale, text } from '../../src/texts.js';

const LINYUE = '林悦';

const accessToken = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('access_token'));

/** Opens the provider's account chooser for a sign-in that returns to `redirect`. */
async function openChooser(page: Page, provider: OAuthProvider, redirect = '/pricing', locale: Locale = 'en') {
  await page.goto(`${inLocale(locale, '/login')}?redirect=${encodeURIComponent(redirect)}`);
  await goToProvider(page, locale, provider);
}

type Failure = 'denied' | 'expired' | 'network';

/** The callback page shows the reason, removes secrets from the address, and stores no token. */
async function expectFailure(page: Page, failure: Failure, locale: Locale = 'en'): Promise<void> {
  await page.getByText(text(locale, `session:callback.failures.${failure}.title`)).waitFor();
  await page.getByText(text(locale, `session:callback.failures.${failure}.text`)).waitFor();
  await page
    .getByRole('link', { name: text(locale, 'common:actions.backHome') })
    .first()
    .waitFor();
  await expect(page).toHaveURL('/auth/callback');
  expect(await accessToken(page)).toBeNull();
}

test('a refusal at GitHub is shown, and the sign-in can be restarted for the same page, in the chosen language', async ({
  open,
}) => {
  const locale: Locale = 'zh';
  const { page } = await open.asVisitor(locale);
  await openChooser(page, 'github', '/pricing', locale);
  await cancelAtProvider(page, locale);
  await expectFailure(page, 'denied', locale);
  await page.getByRole('link', { name: text(locale, 'session:callback.again') }).click();
  await page.waitForURL((url) => url.pathname === inLocale(locale, '/login'));
  await goToProvider(page, locale, 'github');
  await chooseAccount(page, LINYUE);
  await page.waitForURL((url) => url.pathname === inLocale(locale, '/pricing'));
});

test("a callback of another browser's sign-in is refused", async ({ open, product }) => {
  const attacker = await beginSignIn(product.running.url, 'google');
  const returned = await grantAccess(attacker.authUrl, 'ada@example.com');
  const { page } = await open.asVisitor();
  await page.goto(returned);
  await expectFailure(page, 'expired');
  // Also when this browser has a sign-in in progress.
  await openChooser(page, 'google');
  await page.goto(returned);
  await expectFailure(page, 'expired');
});

test('a sign-in returns to the requested page with its query, without a code in address or history', async ({
  open,
}) => {
  const { page, context } = await open.asVisitor();
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

test('a sign-in never redirects to another site', { tag: '@proof' }, async ({ open }) => {
  for (const redirect of ['https://evil.example/x', '//evil.example/x']) {
    const { page } = await open.asVisitor();
    await openChooser(page, 'google', redirect);
    await chooseAccount(page, 'Ada Lovelace');
    await page.getByRole('button', { name: text('en', 'common:nav.account', { name: 'Ada Lovelace' }) }).waitFor();
    await page.waitForURL('/');
  }
});

test('two sign-ins in two tabs both complete, each at its own page', async ({ open, product }) => {
  const { page: first, context } = await open.asVisitor();
  const second = await context.newPage();
  await openChooser(first, 'google', '/pricing');
  await openChooser(second, 'github', '/faq');
  await chooseAccount(first, LINYUE);
  await first.waitForURL('/pricing');
  await chooseAccount(second, 'Grace Hopper');
  await second.waitForURL('/faq');
  // Both tabs use the later account.
  const grace = text('en', 'common:nav.account', { name: 'Grace Hopper' });
  await second.getByRole('button', { name: grace }).waitFor();
  await first.getByRole('button', { name: grace }).waitFor();
  expect([first.url(), second.url()]).toEqual(['/pricing', '/faq'].map((path) => product.running.url + path));
});

test('a code exchange that did not reach the server is repeated by one click', { tag: '@proof' }, async ({ open }) => {
  const { page } = await open.asVisitor();
  await openChooser(page, 'google');
  await page.route('**/api/auth/google/callback', (route) => route.abort(), { times: 1 });
  await chooseAccount(page, 'Ada Lovelace');
  await expectFailure(page, 'network');
  await page.getByRole('button', { name: text('en', 'common:actions.retry') }).click();
  await page.waitForURL('/pricing');
});

test("an unverified address is confirmed once, by a mail in the user's language", async ({ open, product }) => {
  const locale: Locale = 'zh';
  const handle = `unverified-${randomUUID().slice(0, 8)}`;
  const { page } = await open.asVisitor(locale);
  const email = `${handle}@example.com`;
  const notice = text(locale, 'profile:overview.unverified', { email });
  await openChooser(page, 'google', inLocale(locale, '/profile'), locale);
  await chooseNewAccount(page, locale, 'google', { name: 'Unverified', handle, verified: false });
  await page.getByText(notice).waitFor();

  const mails = async () => {
    const answer = await fetch(`${product.running.sandbox?.url}/_sandbox/mails?to=${encodeURIComponent(email)}`);
    return (await answer.json()) as { text: string }[];
  };
  // It is sent while the page is there already.
  await expect.poll(mails).toHaveLength(1);
  const [mail] = await mails();
  const link = /http:\S+#token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  expect(new URL(link).pathname).toBe(inLocale(locale, '/verify-email'));

  await page.goto(link);
  await expect(page).toHaveURL(inLocale(locale, '/verify-email'));
  await page.getByRole('button', { name: text(locale, 'session:verify.confirm') }).click();
  await page.getByText(text(locale, 'session:verify.done')).waitFor();
  await page.goto(inLocale(locale, '/profile'));
  await page.getByText(email).first().waitFor();
  expect(await page.getByText(notice).count()).toBe(0);

  // A link works once.
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByRole('button', { name: text(locale, 'session:verify.confirm') }).click();
  await page.getByText(text(locale, 'session:verify.failed')).waitFor();
});
