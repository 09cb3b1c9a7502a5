import { GALLERY_PAGE_SIZE, LOCALES, type Locale } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useVisitors } from '../../src/browser-visitors.js';
import { useBrowser } from '../../src/browser.js';
import { watchLayout } from '../../src/layout-shifts.js';
import { useProduct } from '../../src/product.js';
import { loaded } from '../../src/screens-view.js';
import { inLocale } from '../../src/texts.js';
import { ownerOf, shelfOf } from './support/shelf.js';

const PICTURES = 14;

const product = useProduct();
const visitors = useVisitors(product, useBrowser());

const fromTo = (first: number, last: number): number[] =>
  Array.from({ length: Math.abs(first - last) + 1 }, (_, index) => first + (first > last ? -index : index));
const FIRST_PAGE = fromTo(PICTURES, PICTURES - GALLERY_PAGE_SIZE + 1);

/** Waits until the address asks for this view of the gallery and no other, whatever is open over it. */
const arrive = (page: Page, locale: Locale, view: Record<string, string>) =>
  page.waitForURL((url) => {
    const asked = new URLSearchParams(url.search);
    asked.delete('image');
    const isThere = Object.entries(view).every(([name, value]) => asked.get(name) === value);
    return url.pathname === inLocale(locale, '/gallery') && isThere && asked.size === Object.keys(view).length;
  });

describe.each(LOCALES)('in %s', (locale) => {
  test('Back and Forward lead through filters, pages and open pictures, and each place is as it was', async () => {
    const owner = await ownerOf(product, `traveller-${locale}`, [
      { prompt: '山水 Mountains', count: 8, style: 'origami' },
      { prompt: '港口 A harbour', count: 6, style: 'neon-punk' },
    ]);
    const { page } = await visitors.as(owner, locale);
    const { card, shows, t } = shelfOf(page, locale);
    const dialog = page.getByRole('dialog');
    const frame = (number: number) => dialog.getByText(`No. ${String(number).padStart(4, '0')}`);
    await page.goto(inLocale(locale, '/gallery'));
    await shows(FIRST_PAGE);

    await page.getByLabel(t('gallery:filters.style'), { exact: true }).selectOption('origami');
    await shows(fromTo(8, 1));
    await page.getByLabel(t('gallery:filters.sort')).selectOption('oldest');
    await shows(fromTo(1, 8));
    await card(2).click();
    await frame(2).waitFor();
    await page.keyboard.press('ArrowRight');
    await frame(3).waitFor();

    // One step back closes what was opened, whatever was looked at meanwhile; one forward opens what was seen last.
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    await shows(fromTo(1, 8));
    await page.goForward();
    await frame(3).waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    await page.goBack();
    await shows(fromTo(8, 1));
    await page.goBack();
    await shows(FIRST_PAGE);
    await arrive(page, locale, {});
    expect(await page.getByLabel(t('gallery:filters.style'), { exact: true }).inputValue()).toBe('all');
    await page.goForward();
    await page.goForward();
    await shows(fromTo(1, 8));
    await arrive(page, locale, { style: 'origami', sort: 'oldest' });
    expect(await page.getByLabel(t('gallery:filters.sort')).inputValue()).toBe('oldest');

    // Pages; the details go on over their border, and the list follows below them.
    await page.goto(inLocale(locale, '/gallery'));
    await shows(FIRST_PAGE);
    await page.getByRole('button', { name: t('common:pagination.next') }).click();
    await shows([2, 1]);
    await page.goBack();
    await shows(FIRST_PAGE);
    await page.goForward();
    await shows([2, 1]);
    await page.goBack();
    await card(3).click();
    await frame(3).waitFor();
    await page.keyboard.press('ArrowRight');
    await frame(2).waitFor();
    await arrive(page, locale, { page: '2' });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await shows([2, 1]);
    expect(await card(2).evaluate((element) => element.matches(':focus'))).toBe(true);

    // An address says it all: opened elsewhere, it shows the same picture over the same list.
    await card(1).click();
    await frame(1).waitFor();
    const { page: elsewhere } = await visitors.as(owner, locale);
    await elsewhere.goto(page.url());
    await elsewhere.getByRole('dialog').getByText('No. 0001').waitFor();
    await elsewhere.keyboard.press('Escape');
    await shelfOf(elsewhere, locale).shows([2, 1]);
  });

  test('a picture that arrives while one looks at the second page moves nothing, and waits to be asked for', async () => {
    const owner = await ownerOf(product, `reader-${locale}`, [
      { prompt: '灯塔 A lighthouse', count: 8 },
      { prompt: '港口 A harbour', count: 6 },
    ]);
    const { page, context } = await visitors.as(owner, locale);
    const { frames, shows, t } = shelfOf(page, locale);
    await page.goto(inLocale(locale, '/gallery?page=2'));
    await shows([2, 1]);
    await page.waitForLoadState('networkidle');
    await loaded(page);
    const shifts = await watchLayout(page);

    // In another tab they go on working.
    const other = await context.newPage();
    await other.goto(inLocale(locale, '/generate?model=sd3.5-flash'));
    await other.getByLabel(t('generate:prompt.label')).fill('新来的 A newcomer');
    await other.getByLabel(t('generate:prompt.label')).press('Control+Enter');
    const arrived = t('gallery:arrived', { count: 1 });
    await page.getByRole('button', { name: arrived }).waitFor();
    await page.getByRole('status').filter({ hasText: arrived }).waitFor();
    await other
      .getByRole('region', { name: t('generate:result.label') })
      .getByRole('img')
      .waitFor({ timeout: 60_000 });
    expect(await frames()).toEqual([2, 1]);
    expect(await shifts()).toEqual({ score: 0, moved: [] });

    await page.getByRole('button', { name: arrived }).click();
    await shows(fromTo(PICTURES + 1, PICTURES - GALLERY_PAGE_SIZE + 2));
    await arrive(page, locale, {});
    await page.waitForFunction(() => document.activeElement?.matches('h1'));
    expect(await page.getByRole('button', { name: arrived }).count()).toBe(0);
    await page.goBack();
    await shows([3, 2, 1]);
  });
});
