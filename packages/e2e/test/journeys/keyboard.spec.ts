import type { Locale } from '@app/contracts';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useVisitors } from '../../src/browser-visitors.js';
import { useBrowser } from '../../src/browser.js';
import { useProduct } from '../../src/product.js';
import { inLocale, text } from '../../src/texts.js';

const product = useProduct();
const visitors = useVisitors(product, useBrowser());

const MAX_STOPS = 120;

interface Stop {
  name: string;
  /** Whether one can see where one is: an outline, or a tile that stands out. */
  visible: boolean;
  covered: boolean;
}

const currentStop = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body)
      return { name: '', visible: true, covered: false };
    const labelled = element instanceof HTMLTextAreaElement ? element.labels[0]?.textContent : null;
    const name = element.getAttribute('aria-label') ?? labelled ?? element.textContent ?? '';
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const onScreen = x >= 0 && y >= 0 && x < window.innerWidth && y < window.innerHeight;
    const above = onScreen ? document.elementFromPoint(x, y) : element;
    return {
      name: name.trim(),
      visible: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      covered: !(above !== null && (element.contains(above) || above.contains(element))),
    };
  });

/** Tabs until the stop with this name; every stop on the way can be seen. */
async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const { name: reached, visible, covered } = await currentStop(page);
    if (new URL(page.url()).origin === product.running.url && (!visible || covered)) {
      throw new Error(`The focus on "${reached}" cannot be seen${covered ? ': something lies over it' : ''}`);
    }
    if (reached.includes(name)) return;
    passed.push(reached);
  }
  throw new Error(`There is no way to "${name}" by Tab; passed: ${passed.join(' | ')}`);
}

test.each<[Locale, string]>([
  ['en', 'Grace Hopper'],
  ['zh', '林悦'],
])('from the home page to a downloaded picture by keyboard alone, in %s', async (locale, account) => {
  const t = (key: string, values?: Record<string, string | number>) => text(locale, key, values);
  const { page } = await visitors.stranger(locale);
  await page.goto(inLocale(locale, '/'));
  await page.locator('main h1').waitFor();

  await tabTo(page, t('common:nav.login'));
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === inLocale(locale, '/login'));
  await page.waitForFunction(() => document.activeElement?.matches('main h1'));
  await tabTo(page, t('session:login.with', { provider: 'GitHub' }));
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.includes('/github/'));
  await tabTo(page, account);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${product.running.url}${inLocale(locale, '/')}`);
  await page.getByRole('button', { name: t('common:nav.account', { name: account }) }).waitFor();
  await page.waitForFunction(() => document.activeElement?.matches('main h1'));

  await tabTo(page, t('common:nav.generate'));
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === inLocale(locale, '/generate'));
  await page.waitForFunction(() => document.activeElement?.matches('main h1'));
  await tabTo(page, t('generate:prompt.label'));
  await page.keyboard.type('A night train crossing a stone bridge');
  // Styles and sizes are one stop each; the arrows choose.
  await tabTo(page, t('options:styles.enhance'));
  // A finger is slower than a script: the choice is made while the key is down.
  await page.keyboard.press('ArrowRight', { delay: 60 });
  await page.waitForURL((url) => url.searchParams.get('style') === 'anime');
  expect((await currentStop(page)).name).toBe(t('options:styles.anime'));
  await tabTo(page, '1:1');
  await tabTo(page, t('generate:submit.action'));
  await page.keyboard.press('Enter');
  const tray = page.getByRole('region', { name: t('generate:result.label') });
  await tray.getByRole('img').waitFor({ timeout: 60_000 });
  await page.getByText(t('generate:announce.done')).waitFor({ state: 'attached' });

  await tabTo(page, t('generate:result.download'));
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(file.suggestedFilename()).toMatch(/\.png$/);
});
