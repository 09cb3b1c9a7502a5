import { SIZE_PIXELS, type Locale } from '@app/contracts';
import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expect, test } from '../../src/fixtures.js';
import { readPixelSize } from '../../src/image-file.js';
import { inLocale, text } from '../../src/texts.js';
import { frameNumber, galleryPage, listNumbers } from '../support/gallery-page.js';
import { IMAGE_TIMEOUT } from '../support/generate-page.js';
import { currentStop, tabTo } from '../support/keyboard.js';

/** The file downloaded by a key. */
async function downloadBy(page: Page, key: string): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press(key)]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

const focusedHeading = (page: Page) => page.waitForFunction(() => document.activeElement?.matches('main h1'));

test('a user signs up with GitHub and downloads an image by keyboard only', async ({ open, product }) => {
  const locale: Locale = 'zh';
  const account = '林悦';
  const t = (key: string, values?: Record<string, string | number>) => text(locale, key, values);
  const { page } = await open.asVisitor(locale);
  const tab = (name: string) => tabTo(page, product.running.url, name);
  await page.goto(inLocale(locale, '/'));
  await page.locator('main h1').waitFor();

  await tab(t('common:nav.generate'));
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === inLocale(locale, '/login'));
  await focusedHeading(page);
  await tab(t('session:login.with', { provider: 'GitHub' }));
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname.includes('/github/'));
  await tab(account);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === inLocale(locale, '/generate'));
  await page.getByRole('button', { name: t('common:nav.account', { name: account }) }).waitFor();
  await expect(page.getByLabel(t('generate:prompt.label'))).toBeFocused();

  await page.keyboard.type('A night train crossing a stone bridge');
  // Styles and sizes are one tab stop each.
  await tab(`${t('generate:style.label')}：${t('options:styles.enhance')}`);
  await page.keyboard.press('Enter');
  expect((await currentStop(page)).name).toBe(t('options:styles.enhance'));
  await page.keyboard.press('ArrowRight', { delay: 60 });
  await page.waitForURL((url) => url.searchParams.get('style') === 'anime');
  expect((await currentStop(page)).name).toBe(t('options:styles.anime'));
  await page.keyboard.press('Escape');
  await tab(`${t('generate:size.label')}：1:1`);
  await tab(t('generate:submit.action'));
  await page.keyboard.press('Enter');
  const tray = page.getByRole('region', { name: t('generate:result.label') });
  await tray.getByRole('img').waitFor(IMAGE_TIMEOUT);
  await page.getByText(t('generate:announce.done', { count: 1 })).waitFor({ state: 'attached' });

  await tab(t('generate:result.download'));
  const { name, bytes } = await downloadBy(page, 'Enter');
  expect(name).toMatch(/\.png$/);
  expect(await readPixelSize(page, bytes)).toEqual(SIZE_PIXELS['1:1']);
});

test('a user searches, marks, opens, shares, deletes and restores images by keyboard only', async ({
  open,
  newOwner,
  product,
}) => {
  const locale: Locale = 'en';
  const owner = await newOwner([{ prompt: '山茶 A camellia', count: 4 }]);
  const { page } = await open.asUser(owner, locale);
  const tab = (name: string) => tabTo(page, product.running.url, name);
  const { card, dialog, item, waitForImages, t } = galleryPage(page, locale);
  await page.goto(inLocale(locale, '/'));
  await tab(t('common:nav.gallery'));
  await page.keyboard.press('Enter');
  await waitForImages([4, 3, 2, 1]);
  await focusedHeading(page);

  await page.keyboard.press('/');
  await page.keyboard.type('nothing like this');
  await page.getByText(t('gallery:filteredTitle')).waitFor();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await waitForImages([4, 3, 2, 1]);

  // Shortcuts act on the focused image.
  await tab('山茶');
  await expect(card(4)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(card(3)).toBeFocused();
  await page.keyboard.press('f');
  await item(3)
    .getByRole('button', { name: t('gallery:unfavorite') })
    .waitFor();
  const fromCard = await downloadBy(page, 'd');
  expect(await readPixelSize(page, fromCard.bytes)).toEqual(SIZE_PIXELS['1:1']);

  // Closing the details focuses the image that was shown last.
  await page.keyboard.press('Enter');
  await dialog.getByText(frameNumber(3), { exact: true }).waitFor();
  await page.keyboard.press('ArrowRight');
  await dialog.getByText(frameNumber(2), { exact: true }).waitFor();
  const fromDetails = await downloadBy(page, 'd');
  expect(await readPixelSize(page, fromDetails.bytes)).toEqual(SIZE_PIXELS['1:1']);
  await tab(t('gallery:share'));
  await page.keyboard.press('Enter');
  const link = page.getByLabel(t('sharing:dialog.link'));
  await link.waitFor();
  await tab(t('sharing:dialog.stop'));
  await page.keyboard.press('Enter');
  // The focus starts at the button that changes nothing.
  await page.waitForFunction((keep) => document.activeElement?.textContent === keep, t('sharing:dialog.keep'));
  await tab(t('sharing:dialog.stop'));
  await page.keyboard.press('Enter');
  await page.getByText(t('sharing:dialog.stopped')).waitFor();
  await page.keyboard.press('Escape');
  await link.waitFor({ state: 'detached' });
  await dialog.getByText(frameNumber(2), { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect(card(2)).toBeFocused();

  await page.keyboard.press('Delete');
  await page.waitForFunction((yes) => document.activeElement?.textContent === yes, t('work:removal.confirm'));
  await page.keyboard.press('Enter');
  await waitForImages([4, 3, 1]);
  await page.getByText(t('work:removal.done', { count: 1 })).waitFor();
  await page.keyboard.press('ControlOrMeta+z');
  await waitForImages([4, 3, 2, 1]);
  await page.getByText(t('work:removal.restored', { count: 1 })).waitFor();
  expect(await listNumbers(owner)).toEqual([4, 3, 2, 1]);
});
