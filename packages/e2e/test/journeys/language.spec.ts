import { DEFAULT_PRODUCT_NAME, LOCALES } from '@app/contracts';
import type { Page } from '@playwright/test';
import { expect, test } from '../../src/fixtures.js';
import { inLocale, text } from '../../src/texts.js';
import { takingTurns } from '../support/languages.js';
import { expectMeta } from '../support/page-meta.js';

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

  test('of a deep link is kept, a browser in another is offered its own, and Back leads to the heading', async ({
    open,
  }) => {
    const { page } = await open.asVisitor('en');
    const link = '/zh/pricing?billing=annual#faq';
    await page.goto(link);
    const offer = page.getByRole('link', { name: text('en', 'common:localeHint.switch') });
    await offer.waitFor();
    await expect(page).toHaveURL(link);
    await offer.click();
    await page.waitForURL('/pricing?billing=annual#faq');
    await offer.waitFor({ state: 'detached' });
    await expect.poll(() => storedLocale(page)).toBe('en');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: text('zh', 'pricing:title') })).toBeFocused();
    await expect(page).toHaveURL(link);
  });
});

test('/zh/api is a page of the web app, not the API', async ({ open }) => {
  const { page } = await open.asVisitor('zh');
  await page.goto('/zh/api');
  await heading(page).waitFor();
  expect(await page.title()).toBe(`${text('zh', 'meta:api.title')} - ${DEFAULT_PRODUCT_NAME}`);
});

/** Those that need a part of the address; `first-view.spec.ts` looks at the others. */
const WITH_AN_ADDRESS: [string, string][] = [
  ['/auth/callback', 'authCallback'],
  ['/verify-email', 'verifyEmail'],
  ['/unsubscribe', 'unsubscribe'],
  ['/shared/none', 'shared'],
  ['/payment/failed', 'paymentFailed'],
];

for (const locale of LOCALES)
  test(`pages that are opened by a link have title, description and one heading, in ${locale}`, async ({ open }) => {
    const { page } = await open.asVisitor(locale);
    for (const [path, name] of takingTurns(WITH_AN_ADDRESS, locale)) {
      // The callback address of the providers has no language prefix.
      await page.goto(name === 'authCallback' ? path : inLocale(locale, path));
      await expectMeta(page, locale, name);
    }
  });
