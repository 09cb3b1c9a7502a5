import { GALLERY_PAGE_SIZE, type Locale } from '@app/contracts';
import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expect, test } from '../../src/fixtures.js';
import type { BrowserOpener } from '../../src/open-browser.js';
import type { TestUser } from '../../src/users/test-user.js';
import { inLocale, text } from '../../src/texts.js';
import { TALL_WINDOW, fromTo, galleryPage } from '../support/gallery-page.js';

const IMAGES = 14;
const WEBP = 'RIFF';
const FIRST_PAGE = fromTo(IMAGES, IMAGES - GALLERY_PAGE_SIZE + 1);
const SEEDED = [{ prompt: 'A heron over rice terraces 梯田白鹭', count: IMAGES, format: 'webp' }] as const;

const pagination = (page: Page, locale: Locale) =>
  page.getByRole('navigation', { name: text(locale, 'common:pagination.label') });
const next = (page: Page, locale: Locale) =>
  pagination(page, locale).getByRole('button', { name: text(locale, 'common:pagination.next') });

async function openGallery(open: BrowserOpener, owner: TestUser, locale: Locale) {
  const opened = await open.asUser(owner, locale, TALL_WINDOW);
  await opened.page.goto(inLocale(locale, '/gallery'));
  const gallery = galleryPage(opened.page, locale);
  await gallery.waitForImages(FIRST_PAGE);
  return { ...opened, ...gallery };
}

test(
  'a page holds twelve images, newest first; the address names the page and Back works',
  { tag: '@proof' },
  async ({ open, newOwner }) => {
    const { page, sheet, waitForImages, t } = await openGallery(open, await newOwner(SEEDED), 'zh');
    await page.getByText(t('gallery:count', { formatted: IMAGES, count: IMAGES })).waitFor();
    const pixels = await sheet
      .getByRole('img')
      .first()
      .evaluate((img) => (img instanceof HTMLImageElement ? img.decode().then(() => img.naturalWidth) : 0));
    expect(pixels).toBeGreaterThan(0);
    await expect(pagination(page, 'zh').getByRole('button', { name: t('common:pagination.previous') })).toBeDisabled();
    await next(page, 'zh').click();
    await page.waitForURL('/zh/gallery?page=2');
    await waitForImages([2, 1]);
    await expect(pagination(page, 'zh').locator('[aria-current="page"]')).toHaveText('2');
    await page.waitForFunction(() => document.activeElement?.matches('h1'));
    await page.goBack();
    await waitForImages(FIRST_PAGE);
    await expect(page).toHaveURL('/zh/gallery');
  },
);

test('an image is downloaded in its format under a descriptive name', { tag: '@proof' }, async ({ open, newOwner }) => {
  const { page, card, item, t } = await openGallery(open, await newOwner(SEEDED), 'en');
  await card(14).hover();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    item(14)
      .getByRole('button', { name: t('gallery:download') })
      .click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/heron.*\.webp$/i);
  expect((await readFile(await file.path())).subarray(0, 4).toString()).toBe(WEBP);
});

test('offline the gallery keeps loaded images, and it recovers by itself', async ({ open, newOwner }) => {
  const { page, context, waitForImages, listNumbers, t } = await openGallery(open, await newOwner(SEEDED), 'en');
  await context.setOffline(true);
  await page.getByText(t('common:offline')).waitFor();
  expect(await listNumbers()).toEqual(FIRST_PAGE);
  await next(page, 'en').click();
  await page.getByText(t('errors:codes.NETWORK')).first().waitFor();
  await context.setOffline(false);
  await page.getByText(t('common:offline')).waitFor({ state: 'detached' });
  await waitForImages([2, 1]);
});

test(
  'while the API is down pages show an error, and load by themselves once it is back',
  { tag: '@proof' },
  async ({ open, newOwner, product }) => {
    const { page, waitForImages, t } = await openGallery(open, await newOwner(SEEDED), 'zh');
    await product.running.stopPart('api');
    try {
      await next(page, 'zh').click();
      await page.getByText(t('gallery:failedTitle')).waitFor();
      await page.getByText(t('errors:codes.SERVICE_UNAVAILABLE')).first().waitFor();
      await page.goto('/zh/faq');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.goto('/zh/gallery?page=2');
      await page.getByText(t('errors:codes.SERVICE_UNAVAILABLE')).first().waitFor();
    } finally {
      await product.running.start('api');
    }
    await waitForImages([2, 1]);
  },
);
