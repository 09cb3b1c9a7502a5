import { until } from '@app/api/test-support/until';
import { LOCALES, type Locale } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useVisitors } from '../../src/browser-visitors.js';
import { useBrowser } from '../../src/browser.js';
import { useProduct } from '../../src/product.js';
import { newPerson } from '../../src/sign-in-person.js';
import { inLocale, text } from '../../src/texts.js';

const product = useProduct();
const visitors = useVisitors(product, useBrowser());

const t = (key: string, values?: Record<string, string | number>): string => text('en', key, values);
const PHONE = { viewport: { width: 390, height: 844 } };
const NAME = 'Ada Byron';

let people = 0;
async function signedIn(locale: Locale = 'en') {
  people += 1;
  const person = await newPerson(product.running.url, { name: NAME, handle: `shell-${people}` }, locale);
  return visitors.as(person, locale);
}

const account = (page: Page) => page.getByRole('button', { name: t('common:nav.account', { name: NAME }) });
const languages = (page: Page) => page.getByRole('button', { name: new RegExp(`^${t('common:nav.language')}`) });
const openMenus = async (page: Page): Promise<string[]> =>
  page.getByRole('menu').evaluateAll((menus) => menus.map((menu) => menu.textContent ?? ''));
const focusedText = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document;
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent?.trim() ?? '';
  });
/** Focus moves a frame after what moved it. */
async function expectFocus(page: Page, expected: string | null): Promise<void> {
  await until(async () => (await focusedText(page)) === expected, 5_000).catch(() => undefined);
  expect(await focusedText(page)).toBe(expected);
}
const nav = (page: Page) => page.getByRole('navigation', { name: t('common:nav.label') });

describe('the navigation bar', () => {
  test('marks the page one is on, and every link leads to its page', async () => {
    const { page } = await signedIn();
    await page.goto('/');
    for (const [key, path] of [
      ['generate', '/generate'],
      ['gallery', '/gallery'],
      ['favorites', '/favorites'],
      ['pricing', '/pricing'],
      ['home', '/'],
    ]) {
      const link = nav(page).getByRole('link', { name: t(`common:nav.${key}`), exact: true });
      await link.click();
      await page.waitForURL(`${product.running.url}${path}`);
      await nav(page)
        .locator('[aria-current="page"]')
        .getByText(t(`common:nav.${key}`), { exact: true })
        .waitFor();
      expect(await nav(page).locator('[aria-current="page"]').count()).toBe(1);
    }
  });

  test('shows a visitor the way in, and a person who they are and the way out', async () => {
    const visitor = await visitors.stranger();
    await visitor.page.goto('/pricing');
    await visitor.page.getByRole('link', { name: t('common:nav.login') }).waitFor();
    const { page } = await signedIn();
    await page.goto('/pricing');
    await account(page).click();
    const menu = page.getByRole('menu');
    await menu.getByText(NAME).waitFor();
    expect(await menu.getByRole('menuitem').allTextContents()).toEqual([
      t('common:nav.profile'),
      t('common:nav.favorites'),
      t('common:nav.signOut'),
    ]);
    expect(await menu.textContent()).toContain(`shell-${people}@example.com`);
    expect(await page.getByRole('link', { name: t('common:nav.login') }).count()).toBe(0);
    await menu.getByRole('menuitem', { name: t('common:nav.profile') }).click();
    await page.waitForURL('/profile');
    expect(await openMenus(page)).toEqual([]);
  });

  test('has one menu open at a time; Escape gives the focus back, a press outside closes', async () => {
    const { page } = await signedIn();
    await page.goto('/pricing');
    await languages(page).click();
    await page.getByRole('menuitem', { name: '中文' }).waitFor();
    await account(page).click();
    await page.getByRole('menuitem', { name: t('common:nav.signOut') }).waitFor();
    await page.getByRole('menuitem', { name: '中文' }).waitFor({ state: 'detached' });
    expect(await openMenus(page)).toHaveLength(1);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await expectFocus(page, t('common:nav.account', { name: NAME }));
    await account(page).click();
    await page.getByRole('menu').waitFor();
    await page.mouse.click(600, 700);
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/pricing');
  });
});

describe('on a phone', () => {
  const burger = (page: Page) => page.getByRole('button', { name: t('common:nav.menu') });

  test('the menu opens, leads somewhere and closes; Escape and a press outside close it too', async () => {
    const { page } = await visitors.stranger('en', PHONE);
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
    await page.waitForURL('/pricing');
    await nav(page).waitFor({ state: 'detached' });
    await burger(page).click();
    await nav(page).getByRole('link', { name: '中文' }).click();
    await page.waitForURL('/zh/pricing');
    await page.getByRole('button', { name: text('zh', 'common:nav.menu') }).waitFor();
  });

  test('opening the account menu closes the pages menu', async () => {
    const person = await newPerson(product.running.url, { name: NAME, handle: 'shell-phone' });
    const { page } = await visitors.as(person, 'en', PHONE);
    await page.goto('/faq');
    await burger(page).click();
    await nav(page).waitFor();
    await account(page).click();
    await page.getByRole('menuitem', { name: t('common:nav.signOut') }).waitFor();
    await nav(page).waitFor({ state: 'detached' });
    expect(await openMenus(page)).toHaveLength(1);
  });

  test.each(['/', '/login', '/pricing', '/guide', '/terms', '/zh', '/zh/pricing', '/zh/guide'])(
    '%s fits a screen of 320 px without scrolling sideways',
    async (path) => {
      const { page } = await visitors.stranger('en', { viewport: { width: 320, height: 640 } });
      await page.goto(path);
      await page.locator('main h1').waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    },
  );
});

describe.each(['/generate', '/gallery', '/profile', '/profile?tab=settings'])('%s on a small phone', (path) => {
  test.each(LOCALES)('neither scrolls sideways nor cuts off a word, in %s', async (locale) => {
    people += 1;
    const person = await newPerson(product.running.url, { name: NAME, handle: `shell-${people}` }, locale);
    const { page } = await visitors.as(person, locale, { viewport: { width: 320, height: 640 } });
    await page.goto(inLocale(locale, path));
    await page.locator('main h1').waitFor();
    await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    const chosenTabs = page.locator('main [role="tab"][aria-selected="true"]');
    const outOfSight = await chosenTabs.evaluateAll((tabs) =>
      tabs.filter((tab) => tab.getBoundingClientRect().right > window.innerWidth).map(({ textContent }) => textContent),
    );
    expect(outOfSight).toEqual([]);
    const cutOff = await page.locator('main :is(button, a, label, legend)').evaluateAll((elements) =>
      elements
        // Switches have no words; their enlarged touch area reaches over their edge.
        .filter(({ textContent }) => textContent !== '')
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
    expect(cutOff).toEqual([]);
  });
});

describe('without a mouse', () => {
  test('the first stop skips to the content', async () => {
    const { page } = await visitors.stranger();
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

  test('a change of page continues at its heading, also on the way back', async () => {
    const { page } = await visitors.stranger();
    await page.goto('/faq');
    await page.getByRole('link', { name: t('common:footer.guide') }).click();
    await page.waitForURL('/guide');
    const focusedHeading = () => page.waitForFunction(() => document.activeElement?.matches('main h1'));
    await focusedHeading();
    await expectFocus(page, await page.locator('main h1').textContent());
    await page.goBack();
    await page.waitForURL('/faq');
    await focusedHeading();
    expect(await page.title()).toContain(t('meta:faq.title'));
  });
});

describe('the theme', () => {
  const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);
  const background = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

  test('follows the system until one is chosen, which then stays, in every tab', async () => {
    const { page, context } = await visitors.stranger('en', { colorScheme: 'dark', reducedMotion: 'reduce' });
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

  test('is there before the first paint, before any of the application has been loaded', async () => {
    const { page } = await visitors.stranger('en', { colorScheme: 'light' });
    await page.goto('/faq');
    await page.locator('main h1').waitFor();
    const light = await background(page);
    await page.evaluate(() => localStorage.setItem('theme', 'dark'));
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/faq', { waitUntil: 'domcontentloaded' });
    expect(await theme(page)).toBe('dark');
    await page.waitForLoadState('load');
    expect(await page.locator('main').count()).toBe(0);
    expect(await background(page)).not.toBe(light);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  });
});
