import { DEFAULT_PRODUCT_NAME, LOCALES, SUPPORT_REPLY_HOURS, type Locale } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useVisitors } from '../../src/browser-visitors.js';
import { useBrowser } from '../../src/browser.js';
import { useProduct } from '../../src/product.js';
import { inLocale, text } from '../../src/texts.js';

const product = useProduct();
const visitors = useVisitors(product, useBrowser());

/** Path, query and hash in the address bar. */
const place = (page: Page): string => page.url().slice(product.running.url.length);

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const storedLocale = (page: Page) => page.evaluate(() => localStorage.getItem('locale'));

describe('the language of a visit', () => {
  test.each([
    ['zh-CN', '/zh'],
    ['zh-TW', '/zh'],
    ['fr-FR', '/'],
    ['en-GB', '/'],
  ])('begins at / with that of a browser in %s', async (locale, target) => {
    const { page } = await visitors.stranger('en', { locale });
    await page.goto('/?from=ad#works');
    await heading(page).waitFor();
    expect(place(page)).toBe(`${target}?from=ad${target === '/' ? '#works' : ''}`);
    expect(await page.locator('html').getAttribute('lang')).toBe(target === '/zh' ? 'zh-Hans' : 'en');
  });

  test('is the stored one from then on, whatever the browser speaks', async () => {
    const { page } = await visitors.stranger('zh');
    await page.goto('/terms');
    await heading(page).waitFor();
    expect(await storedLocale(page)).toBe('en');
    await page.goto('/');
    await heading(page).waitFor();
    expect(place(page)).toBe('/');
  });

  test.each<[Locale, string]>([
    ['en', '/zh/pricing?billing=annual#faq'],
    ['zh', '/pricing?billing=annual#faq'],
  ])('is that of a deep link, and a browser in %s is offered its own by a line', async (own, link) => {
    const { page } = await visitors.stranger(own);
    await page.goto(link);
    const offer = page.getByRole('link', { name: text(own, 'common:localeHint.switch') });
    await offer.waitFor();
    expect(place(page)).toBe(link);
    await offer.click();
    await page.waitForURL(inLocale(own, '/pricing?billing=annual#faq'));
    await offer.waitFor({ state: 'detached' });
    expect(await storedLocale(page)).toBe(own);
  });

  test('changes in the menu on the same page, query and hash kept', async () => {
    const { page } = await visitors.stranger();
    await page.goto('/pricing?billing=annual#faq');
    await page.getByRole('button', { name: `${text('en', 'common:nav.language')}: English` }).click();
    await page.getByRole('menuitem', { name: '中文' }).click();
    await page.waitForURL('/zh/pricing?billing=annual#faq');
    await page.getByRole('heading', { level: 1, name: text('zh', 'pricing:title') }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hans');
    expect(await storedLocale(page)).toBe('zh');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: text('en', 'pricing:title') }).waitFor();
    expect(place(page)).toBe('/pricing?billing=annual#faq');
  });

  test('is the stored one where the provider returns to', async () => {
    const { page } = await visitors.stranger('zh');
    await page.goto('/zh/faq');
    await heading(page).waitFor();
    await page.goto('/auth/callback?error=access_denied&state=google.x');
    await page.getByText(text('zh', 'session:callback.failures.denied.title')).waitFor();
    expect(place(page)).toBe('/auth/callback');
    expect(await storedLocale(page)).toBe('zh');
  });
});

describe('an unknown address', () => {
  test.each<[string, Locale]>([
    ['/nowhere', 'en'],
    ['/gallery/1/2', 'en'],
    ['/zh/nowhere', 'zh'],
  ])('%s is a page that is not there, in %s', async (path, locale) => {
    const { page } = await visitors.stranger(locale === 'zh' ? 'en' : 'zh');
    await page.goto(path);
    await page.getByRole('heading', { level: 1, name: text(locale, 'common:notFound.title') }).waitFor();
    expect(place(page)).toBe(path);
    expect(await page.title()).toBe(`${text(locale, 'meta:notFound.title')} - ${DEFAULT_PRODUCT_NAME}`);
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
  });

  test.each(['/en', '/en/pricing', '/fr/gallery', '/zh-CN/gallery', '/zh-Hans'])(
    '%s goes to the root of the stored language, else of the default one',
    async (path) => {
      const { page } = await visitors.stranger('en');
      await page.goto(path);
      await heading(page).waitFor();
      expect(place(page)).toBe('/');
      await page.goto('/zh/faq');
      await heading(page).waitFor();
      await page.goto(path);
      await page.waitForURL('/zh');
    },
  );

  test.each(['/api', '/zh/api'])('%s is a page of ours, not the API', async (path) => {
    const locale = path === '/api' ? 'en' : 'zh';
    const { page } = await visitors.stranger(locale);
    await page.goto(path);
    await heading(page).waitFor();
    expect(await page.title()).toBe(`${text(locale, 'meta:api.title')} - ${DEFAULT_PRODUCT_NAME}`);
  });
});

const PUBLIC: [string, string][] = [
  ['/', 'home'],
  ['/login', 'login'],
  ['/pricing', 'pricing'],
  ['/auth/callback', 'authCallback'],
  ['/verify-email', 'verifyEmail'],
  ['/shared/none', 'shared'],
  ['/payment/failed', 'paymentFailed'],
  ['/guide', 'guide'],
  ['/faq', 'faq'],
  ['/contact', 'contact'],
  ['/api', 'api'],
  ['/terms', 'terms'],
  ['/privacy', 'privacy'],
  ['/cookies', 'cookies'],
];
const PRIVATE = ['/generate', '/gallery', '/favorites', '/profile', '/batch', '/payment/success'];

describe.each(LOCALES)('without signing in, in %s', (locale) => {
  test('every public page opens with its title, its description, one heading and no trouble', async () => {
    const { page } = await visitors.stranger(locale);
    for (const [path, name] of PUBLIC) {
      const values = { hours: SUPPORT_REPLY_HOURS, product: DEFAULT_PRODUCT_NAME };
      const title = text(locale, `meta:${name}.title`, values);
      // The providers' return address has no language of its own.
      await page.goto(name === 'authCallback' ? path : inLocale(locale, path));
      await page.waitForFunction((expected) => document.title === expected, titleOf(name, title));
      const description = await page.locator('meta[name="description"]').getAttribute('content');
      expect(description).toBe(text(locale, `meta:${name}.description`, values));
      await page.locator('main h1').waitFor();
      expect(await page.locator('h1').count()).toBe(1);
    }
  });

  test('every private page leads to the login page, which knows the whole way back', async () => {
    const { page } = await visitors.stranger(locale);
    for (const path of PRIVATE) {
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
