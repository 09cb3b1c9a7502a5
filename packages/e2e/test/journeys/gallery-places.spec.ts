import { GALLERY_PAGE_SIZE, type Locale } from '@app/contracts';
import type { Page } from '@playwright/test';
import { expect, test } from '../../src/fixtures.js';
import { watchLayout } from '../../src/screens/checks/layout-shifts.js';
import { waitForContent } from '../../src/screens/view.js';
import { inLocale } from '../../src/texts.js';
import { TALL_WINDOW, frameNumber, fromTo, galleryPage } from '../support/gallery-page.js';
import { IMAGE_TIMEOUT } from '../support/generate-page.js';

const IMAGES = 14;
const FIRST_PAGE = fromTo(IMAGES, IMAGES - GALLERY_PAGE_SIZE + 1);

/** Waits until the address contains exactly this view of the gallery; open details are ignored. */
const waitForAddress = (page: Page, locale: Locale, view: Record<string, string>) =>
  page.waitForURL((url) => {
    const asked = new URLSearchParams(url.search);
    asked.delete('image');
    const isThere = Object.entries(view).every(([name, value]) => asked.get(name) === value);
    return url.pathname === inLocale(locale, '/gallery') && isThere && asked.size === Object.keys(view).length;
  });

test('Back and Forward restore filters, pages and open images', async ({ open, newOwner }) => {
  const locale: Locale = 'zh';
  const owner = await newOwner([
    { prompt: '山水 Mountains', count: 8, style: 'origami' },
    { prompt: '港口 A harbour', count: 6, style: 'neon-punk' },
  ]);
  const { page } = await open.asUser(owner, locale, TALL_WINDOW);
  const { card, dialog, waitForImages, t } = galleryPage(page, locale);
  const frame = (number: number) => dialog.getByText(frameNumber(number), { exact: true });
  await page.goto(inLocale(locale, '/gallery'));
  await waitForImages(FIRST_PAGE);

  await page.getByLabel(t('gallery:filters.style'), { exact: true }).selectOption('origami');
  await waitForImages(fromTo(8, 1));
  await page.getByLabel(t('gallery:filters.sort')).selectOption('oldest');
  await waitForImages(fromTo(1, 8));
  await card(2).click();
  await frame(2).waitFor();
  await page.keyboard.press('ArrowRight');
  await frame(3).waitFor();

  // Back closes the details, also after moving between images; Forward reopens the last image.
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  await waitForImages(fromTo(1, 8));
  await page.goForward();
  await frame(3).waitFor();
  await page.goBack();
  await dialog.waitFor({ state: 'detached' });
  await page.goBack();
  await waitForImages(fromTo(8, 1));
  await page.goBack();
  await waitForImages(FIRST_PAGE);
  await waitForAddress(page, locale, {});
  expect(await page.getByLabel(t('gallery:filters.style'), { exact: true }).inputValue()).toBe('all');
  await page.goForward();
  await page.goForward();
  await waitForImages(fromTo(1, 8));
  await waitForAddress(page, locale, { style: 'origami', sort: 'oldest' });
  expect(await page.getByLabel(t('gallery:filters.sort')).inputValue()).toBe('oldest');

  // Moving past the last image of a page loads the next page, also in the list behind the details.
  await page.goto(inLocale(locale, '/gallery'));
  await waitForImages(FIRST_PAGE);
  await page.getByRole('button', { name: t('common:pagination.next') }).click();
  await waitForImages([2, 1]);
  await page.goBack();
  await waitForImages(FIRST_PAGE);
  await page.goForward();
  await waitForImages([2, 1]);
  await page.goBack();
  await card(3).click();
  await frame(3).waitFor();
  await page.keyboard.press('ArrowRight');
  await frame(2).waitFor();
  await waitForAddress(page, locale, { page: '2' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await waitForImages([2, 1]);
  await expect(card(2)).toBeFocused();

  // The address restores the same image over the same list.
  await card(1).click();
  await frame(1).waitFor();
  const { page: elsewhere } = await open.asUser(owner, locale);
  await elsewhere.goto(page.url());
  await elsewhere.getByRole('dialog').getByText('No. 0001', { exact: true }).waitFor();
  await elsewhere.keyboard.press('Escape');
  await galleryPage(elsewhere, locale).waitForImages([2, 1]);
});

test(
  'a new image does not change the second page until the user loads it',
  { tag: '@proof' },
  async ({ open, newOwner }) => {
    const locale: Locale = 'en';
    const owner = await newOwner([{ prompt: '灯塔 A lighthouse', count: IMAGES }]);
    const { page, context } = await open.asUser(owner, locale);
    const { listNumbers, waitForImages, t } = galleryPage(page, locale);
    await page.goto(inLocale(locale, '/gallery?page=2'));
    await waitForImages([2, 1]);
    await page.waitForLoadState('networkidle');
    await waitForContent(page);
    const shifts = await watchLayout(page);

    // The keys also work in another tab.
    const other = await context.newPage();
    await other.goto(inLocale(locale, '/generate?model=sd3.5-flash'));
    await other.getByLabel(t('generate:prompt.label')).fill('新图 A new image');
    await other.getByLabel(t('generate:prompt.label')).press('Control+Enter');
    const arrived = t('gallery:arrived', { count: 1 });
    await page.getByRole('button', { name: arrived }).waitFor();
    await page.getByRole('status').filter({ hasText: arrived }).waitFor();
    await other
      .getByRole('region', { name: t('generate:result.label') })
      .getByRole('img')
      .waitFor(IMAGE_TIMEOUT);
    expect(await listNumbers()).toEqual([2, 1]);
    expect(await shifts()).toEqual({ score: 0, moved: [] });

    await page.getByRole('button', { name: arrived }).click();
    await waitForImages(fromTo(IMAGES + 1, IMAGES - GALLERY_PAGE_SIZE + 2));
    await waitForAddress(page, locale, {});
    await page.waitForFunction(() => document.activeElement?.matches('h1'));
    expect(await page.getByRole('button', { name: arrived }).count()).toBe(0);
    await page.goBack();
    await waitForImages([3, 2, 1]);
  },
);
