import { LOCALES, type Locale } from '@app/contracts';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { expect, test as base } from '../../src/fixtures.js';
import type { OpenedBrowser } from '../../src/open-browser.js';
import { inLocale, text } from '../../src/texts.js';
import { takingTurns } from '../support/languages.js';

const test = base.extend<{ signedIn: (locale?: Locale, options?: BrowserContextOptions) => Promise<OpenedBrowser> }>({
  signedIn: ({ open, newUser }, use) =>
    use(async (locale = 'en', options = {}) => open.asUser(await newUser({ name: NAME, locale }), locale, options)),
});

const t = (key: string, values?: Record<string, string | number>): string => text('en', key, values);
const PHONE = { viewport: { width: 390, height: 844 } };
const SMALL_PHONE = { viewport: { width: 320, height: 640 } };
const NAME = 'Ada Byron';

const scrollWidth = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);

/** Returns truncated texts of buttons, links and labels, and selected tabs outside of the view. */
const cutOffTexts = (page: Page): Promise<(string | null)[]> =>
  page.locator('main :is(button, a, label, legend)').evaluateAll((elements) =>
    elements
      // Switches have no text; their touch area is larger than the element. Texts for screen readers are one pixel wide.
      .filter(({ textContent }) => textContent !== '')
      .filter(
        (element) =>
          (element.clientWidth > 1 && element.scrollWidth > element.clientWidth) ||
          (element.matches('[role="tab"][aria-selected="true"]') &&
            element.getBoundingClientRect().right > window.innerWidth),
      )
      .map(({ textContent }) => textContent),
  );

const account = (page: Page) => page.getByRole('button', { name: t('common:nav.account', { name: NAME }) });
const languages = (page: Page) => page.getByRole('button', { name: new RegExp(`^${t('common:nav.language')}`) });
const openMenus = async (page: Page): Promise<string[]> =>
  page.getByRole('menu').evaluateAll((menus) => menus.map((menu) => menu.textContent ?? ''));
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

test.describe('the navigation bar', () => {
  test('marks the current page, and every link opens its page', async ({ signedIn }) => {
    const { page } = await signedIn();
    await page.goto('/');
    for (const [key, path] of [
      ['generate', '/generate'],
      ['gallery', '/gallery'],
      ['favorites', '/favorites'],
      ['pricing', '/pricing'],
      ['home', '/'],
    ] as const) {
      const link = nav(page).getByRole('link', { name: t(`common:nav.${key}`), exact: true });
      await link.click();
      await page.waitForURL(path);
      await nav(page)
        .locator('[aria-current="page"]')
        .getByText(t(`common:nav.${key}`), { exact: true })
        .waitFor();
      expect(await nav(page).locator('[aria-current="page"]').count()).toBe(1);
    }
  });

  test('offers sign-in to visitors, and account and sign-out to users', async ({ open, signedIn }) => {
    const visitor = await open.asVisitor();
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
    expect(await page.getByRole('link', { name: t('common:nav.login') }).count()).toBe(0);
    await menu.getByRole('menuitem', { name: t('common:nav.profile') }).click();
    await page.waitForURL('/profile');
    expect(await openMenus(page)).toEqual([]);
  });

  test('opens one menu at a time; Escape returns the focus, a click outside closes', async ({ signedIn }) => {
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

  test('opening the account menu closes the pages menu', async ({ signedIn }) => {
    const { page } = await signedIn('en', PHONE);
    await page.goto('/faq');
    await burger(page).click();
    await nav(page).waitFor();
    await account(page).click();
    await page.getByRole('menuitem', { name: t('common:nav.signOut') }).waitFor();
    await nav(page).waitFor({ state: 'detached' });
    expect(await openMenus(page)).toHaveLength(1);
  });

  test('public pages fit a screen of 320 px without scrolling sideways', { tag: '@proof' }, async ({ open }) => {
    const { page } = await open.asVisitor('en', SMALL_PHONE);
    for (const path of ['/', '/login', '/pricing', '/explore', '/guide', '/terms', '/zh', '/zh/pricing', '/zh/guide']) {
      await page.goto(path);
      await page.locator('main h1').waitFor();
      expect(await scrollWidth(page), path).toBeLessThanOrEqual(320);
    }
  });

  for (const locale of LOCALES)
    test(`private pages fit 320 px without truncated words, in ${locale}`, async ({ signedIn }) => {
      const { page } = await signedIn(locale, SMALL_PHONE);
      for (const path of takingTurns(['/generate', '/gallery', '/profile', '/profile?tab=settings'], locale)) {
        await page.goto(inLocale(locale, path));
        await page.locator('main h1').waitFor();
        await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
        expect(await scrollWidth(page), path).toBeLessThanOrEqual(320);
        expect(await cutOffTexts(page), path).toEqual([]);
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

  test('navigation moves the focus to the heading, also with Back', async ({ open }) => {
    const { page } = await open.asVisitor();
    await page.goto('/faq');
    await page.getByRole('link', { name: t('common:footer.guide') }).click();
    await page.waitForURL('/guide');
    const focusedHeading = () => page.waitForFunction(() => document.activeElement?.matches('main h1'));
    await focusedHeading();
    await expectFocus(page, (await page.locator('main h1').textContent()) ?? '');
    await page.goBack();
    // The address is there before the page; until then the heading of the other one has the focus.
    await expect(page).toHaveTitle(new RegExp(t('meta:faq.title')));
    await focusedHeading();
    expect(new URL(page.url()).pathname).toBe('/faq');
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
