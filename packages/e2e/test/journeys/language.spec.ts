import { DEFAULT_PRODUCT_NAME, LOCALES, SUPPORT_REPLY_HOURS } from '@app/contracts';
import type { Page } from '@playwright/test';
import { expect, test } from '../../src/fixtures.js';
import { inLocale, text } from '../../src/texts.js';
import { takingTurns } from '../support/languages.js';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const storedLocale = (page: Page) => page.evaluate(() => localStorage.getItem('locale'));

test.describe('the language', () => {
  for (const [locale, target] of [
    ['zh-TW', '/zh'],
    ['fr-FR', '/'],
  ] as const)
    test(`at / is that of a browser in ${locale}`, async ({ open }) => {
      const { page } = await open.asVisitor('en', { locale });
      await page.goto('/?from=ad#works');
      await page.waitForURL(`${target}?from=ad${target === '/' ? '#works' : ''}`);
      await heading(page).waitFor();
      expect(await page.locator('html').getAttribute('lang')).toBe(target === '/zh' ? 'zh-Hans' : 'en');
    });

  test('is the stored one, independent of the browser', async ({ open }) => {
    const { page } = await open.asVisitor('zh');
    await page.goto('/terms');
    await expect.poll(() => storedLocale(page)).toBe('en');
    await page.goto('/');
    await heading(page).waitFor();
    await expect(page).toHaveURL('/');
  });

  test('at / is the stored one, but where another was chosen by a link or is loaded again', async ({ open }) => {
    const { page } = await open.asVisitor('en');
    await page.goto('/zh/terms');
    await expect.poll(() => storedLocale(page)).toBe('zh');
    await page.goto('/');
    await page.waitForURL('/zh');
    await expect.poll(() => storedLocale(page)).toBe('zh');
    // As in a tab of its own.
    await page.goto('/', { referer: page.url() });
    await expect.poll(() => storedLocale(page)).toBe('en');
    await expect(page).toHaveURL('/');
    await page.evaluate(() => localStorage.setItem('locale', 'zh'));
    await page.reload();
    await expect.poll(() => storedLocale(page)).toBe('en');
    await expect(page).toHaveURL('/');
  });

  for (const [own, link] of [
    ['en', '/zh/pricing?billing=annual#faq'],
    ['zh', '/pricing?billing=annual#faq'],
  ] as const)
    test(`of a deep link is kept, and a browser in ${own} is offered its own`, async ({ open }) => {
      const { page } = await open.asVisitor(own);
      await page.goto(link);
      const offer = page.getByRole('link', { name: text(own, 'common:localeHint.switch') });
      await offer.waitFor();
      await expect(page).toHaveURL(link);
      await offer.click();
      await page.waitForURL(inLocale(own, '/pricing?billing=annual#faq'));
      await offer.waitFor({ state: 'detached' });
      await expect.poll(() => storedLocale(page)).toBe(own);
    });

  test('changes in the menu and keeps page, query and hash', async ({ open }) => {
    const { page } = await open.asVisitor();
    await page.goto('/pricing?billing=annual#faq');
    await page.getByRole('button', { name: `${text('en', 'common:nav.language')}: English` }).click();
    await page.getByRole('menuitem', { name: '中文' }).click();
    await page.waitForURL('/zh/pricing?billing=annual#faq');
    await page.getByRole('heading', { level: 1, name: text('zh', 'pricing:title') }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hans');
    expect(await storedLocale(page)).toBe('zh');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: text('en', 'pricing:title') }).waitFor();
    await expect(page).toHaveURL('/pricing?billing=annual#faq');
  });

  test('of the callback page is the stored one', async ({ open }) => {
    const { page } = await open.asVisitor('zh');
    await page.goto('/zh/faq');
    await expect.poll(() => storedLocale(page)).toBe('zh');
    await page.goto('/auth/callback?error=access_denied&state=google.x');
    await page.getByText(text('zh', 'session:callback.failures.denied.title')).waitFor();
    await expect(page).toHaveURL('/auth/callback');
    expect(await storedLocale(page)).toBe('zh');
  });
});

test.describe('an unknown address', () => {
  for (const [path, locale] of [
    ['/gallery/1/2', 'en'],
    ['/zh/nowhere', 'zh'],
  ] as const)
    test(`${path} shows the not-found page in ${locale}`, async ({ open }) => {
      const { page } = await open.asVisitor(locale === 'zh' ? 'en' : 'zh');
      await page.goto(path);
      await page.getByRole('heading', { level: 1, name: text(locale, 'common:notFound.title') }).waitFor();
      await expect(page).toHaveURL(path);
      expect(await page.title()).toBe(`${text(locale, 'meta:notFound.title')} - ${DEFAULT_PRODUCT_NAME}`);
      expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
    });

  test('with a language tag redirects to the root of the stored or default language', async ({ open }) => {
    for (const path of ['/en/pricing', '/zh-CN/gallery']) {
      const { page } = await open.asVisitor('en');
      await page.goto(path);
      await page.waitForURL('/');
      await page.goto('/zh/faq');
      await expect.poll(() => storedLocale(page)).toBe('zh');
      await page.goto(path);
      await page.waitForURL('/zh');
    }
  });

  test('/zh/api is a page of the web app, not the API', async ({ open }) => {
    const { page } = await open.asVisitor('zh');
    await page.goto('/zh/api');
    await heading(page).waitFor();
    expect(await page.title()).toBe(`${text('zh', 'meta:api.title')} - ${DEFAULT_PRODUCT_NAME}`);
  });
});

const PUBLIC: [string, string][] = [
  ['/', 'home'],
  ['/login', 'login'],
  ['/pricing', 'pricing'],
  ['/auth/callback', 'authCallback'],
  ['/verify-email', 'verifyEmail'],
  ['/unsubscribe', 'unsubscribe'],
  ['/shared/none', 'shared'],
  ['/payment/failed', 'paymentFailed'],
  ['/explore', 'explore'],
  ['/guide', 'guide'],
  ['/faq', 'faq'],
  ['/contact', 'contact'],
  ['/api', 'api'],
  ['/terms', 'terms'],
  ['/privacy', 'privacy'],
  ['/cookies', 'cookies'],
];
const PRIVATE = ['/generate', '/gallery', '/favorites', '/profile', '/batch', '/payment/success'];

for (const locale of LOCALES)
  test.describe(`without a session, in ${locale}`, () => {
    test('public pages have title, description and one heading, and no error', async ({ open }) => {
      const { page } = await open.asVisitor(locale);
      for (const [path, name] of takingTurns(PUBLIC, locale)) {
        const values = { hours: SUPPORT_REPLY_HOURS, product: DEFAULT_PRODUCT_NAME };
        const title = text(locale, `meta:${name}.title`, values);
        // The callback address of the providers has no language prefix.
        await page.goto(name === 'authCallback' ? path : inLocale(locale, path));
        await page.waitForFunction((expected) => document.title === expected, titleOf(name, title));
        const description = await page.locator('meta[name="description"]').getAttribute('content');
        expect(description).toBe(text(locale, `meta:${name}.description`, values));
        await page.locator('main h1').waitFor();
        expect(await page.locator('h1').count()).toBe(1);
      }
    });

    test('private pages redirect to the login page, which keeps the whole address', async ({ open }) => {
      const { page } = await open.asVisitor(locale);
      for (const path of takingTurns(PRIVATE, locale)) {
        const wanted = `${inLocale(locale, path)}?page=2&x=%E4%B8%AD#part`;
        await page.goto(wanted);
        await page.waitForURL((url) => url.pathname === inLocale(locale, '/login'));
        expect(new URL(page.url()).searchParams.get('redirect')).toBe(wanted);
        await page.getByRole('heading', { level: 1, name: text(locale, 'session:login.title') }).waitFor();
      }
    });
  });

const titleOf = (name: string, title: string): string =>
  name === 'home' ? `${DEFAULT_PRODUCT_NAME} - ${title}` : `${title} - ${DEFAULT_PRODUCT_NAME}`;
