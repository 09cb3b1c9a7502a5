import type { Page } from '@playwright/test';
import { expect, test } from '../../src/fixtures.js';
import { findCutOffTexts } from '../../src/screens/checks/cut-off-texts.js';
import { text } from '../../src/texts.js';

const t = (key: string, values?: Record<string, string | number>): string => text('en', key, values);
const PHONE = { viewport: { width: 390, height: 844 } };
const SMALL_PHONE = { viewport: { width: 320, height: 640 } };

const scrollWidth = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);

/** The focus moves one frame later. */
const expectFocus = (page: Page, name: string): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim() ?? '';
      }),
    )
    .toBe(name);
const nav = (page: Page) => page.getByRole('navigation', { name: t('common:nav.label') });

test.describe('on a phone', () => {
  const burger = (page: Page) => page.getByRole('button', { name: t('common:nav.menu') });

  test('a link, Escape and a click outside close the menu', async ({ open }) => {
    const { page } = await open.asVisitor('en', PHONE);
    await page.goto('/faq');
    expect(await nav(page).count()).toBe(0);
    await burger(page).click();
    expect(await burger(page).getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Escape');
    await nav(page).waitFor({ state: 'detached' });
    await expectFocus(page, t('common:nav.menu'));
    await burger(page).click();
    await page.mouse.click(195, 800);
    await nav(page).waitFor({ state: 'detached' });
    await burger(page).click();
    await nav(page)
      .getByRole('link', { name: t('common:nav.pricing') })
      .click();
    await nav(page).waitFor({ state: 'detached' });
    // The address changes before the page does, which closes what was opened in between.
    await page.getByRole('heading', { name: t('pricing:title') }).waitFor();
    await burger(page).click();
    await nav(page).getByRole('link', { name: '中文' }).click();
    await page.waitForURL('/zh/pricing');
    await page.getByRole('button', { name: text('zh', 'common:nav.menu') }).waitFor();
  });

  // Their row of tabs brings the selected one into view as the page opens; of other pages the screens show it.
  test('the settings fit 320 px without truncated words, and their tab is in view', async ({ open, newUser }) => {
    const { page } = await open.asUser(await newUser({ locale: 'zh' }), 'zh', SMALL_PHONE);
    await page.goto('/zh/profile?tab=settings');
    await page.locator('main h1').waitFor();
    await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
    expect(await scrollWidth(page)).toBeLessThanOrEqual(320);
    expect(await findCutOffTexts(page)).toEqual([]);
  });

  test('public pages fit a screen of 320 px without scrolling sideways', { tag: '@proof' }, async ({ open }) => {
    const { page } = await open.asVisitor('en', SMALL_PHONE);
    for (const path of ['/', '/login', '/pricing', '/explore', '/guide', '/terms', '/zh', '/zh/pricing', '/zh/guide']) {
      await page.goto(path);
      await page.locator('main h1').waitFor();
      expect(await scrollWidth(page), path).toBeLessThanOrEqual(320);
    }
  });
});

test.describe('without a mouse', () => {
  test('the first tab stop skips to the content', async ({ open }) => {
    const { page } = await open.asVisitor();
    await page.goto('/faq');
    await page.locator('main h1').waitFor();
    await page.keyboard.press('Tab');
    await expectFocus(page, t('common:nav.skip'));
    await page.getByRole('link', { name: t('common:nav.skip') }).waitFor();
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
    expect(new URL(page.url()).hash).toBe('');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  });
});

test.describe('the theme', () => {
  const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);
  const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

  test('follows the system until the user chooses one for all tabs', async ({ open }) => {
    const { page, context } = await open.asVisitor('en', { colorScheme: 'dark', reducedMotion: 'reduce' });
    const other = await context.newPage();
    await Promise.all([page.goto('/faq'), other.goto('/terms')]);
    expect(await theme(page)).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'light');
    await page.getByRole('button', { name: t('common:theme.lightsOff') }).click();
    await page.getByRole('button', { name: t('common:theme.lightsOn') }).waitFor();
    expect(await theme(page)).toBe('dark');
    await other.emulateMedia({ colorScheme: 'light' });
    expect(await theme(other)).toBe('dark');
    await page.reload();
    expect(await theme(page)).toBe('dark');
    await page.getByRole('button', { name: t('common:theme.lightsOn') }).click();
    await other.waitForFunction(() => document.documentElement.dataset['theme'] === 'light');
  });

  test('is applied before the first paint', async ({ open }) => {
    const { page } = await open.asVisitor('en', { colorScheme: 'light' });
    await page.goto('/faq');
    await page.locator('main h1').waitFor();
    const light = await background(page);
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/faq', { waitUntil: 'domcontentloaded' });
    expect(await theme(page)).toBe('dark');
    await page.waitForLoadState('load');
    expect(await background(page)).not.toBe(light);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  });
});
