import { SIZE_PIXELS, type Locale } from '@app/contracts';
import { readFile } from 'node:fs/promises';
import { expect, test } from '../../src/fixtures.js';
import { readPixelSize } from '../../src/image-file.js';
import { inLocale } from '../../src/texts.js';
import { readZip } from '../../src/zip-file.js';
import { galleryPage } from '../support/gallery-page.js';

const locale: Locale = 'en';

test('images are selected by keyboard, exported as one archive and deleted together', async ({ open, newOwner }) => {
  const owner = await newOwner([
    { prompt: '灯塔 A lighthouse', count: 4 },
    { prompt: '山水 Mountains', size: '3:2', format: 'jpeg' },
    { prompt: '白鹭 A heron', format: 'webp' },
  ]);
  const { page } = await open.asUser(owner, locale);
  await page.goto(inLocale(locale, '/gallery'));
  const { card, undo, waitForImages, button, t, sheet } = galleryPage(page, locale);
  await waitForImages([6, 5, 4, 3, 2, 1]);

  // X starts the selection, arrows move, Space selects.
  await card(6).focus();
  await page.keyboard.press('x');
  await sheet.getByRole('checkbox', { checked: true }).waitFor();
  await card(6).focus();
  for (let step = 0; step < 2; step += 1) {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
  }
  await page.getByText(t('gallery:selection.count', { formatted: 3, count: 3 })).waitFor();

  const [file] = await Promise.all([page.waitForEvent('download'), button('gallery:selection.zip').click()]);
  expect(file.suggestedFilename()).toMatch(/\.zip$/);
  const files = readZip(await readFile(await file.path()));
  const ofKind = (ending: string) => [...files].find(([name]) => name.endsWith(ending))?.[1] ?? Buffer.alloc(0);
  const kinds = [...files.keys()].map((name) => name.split('.').at(-1) ?? '');
  expect(kinds.toSorted((a, b) => a.localeCompare(b))).toEqual(['jpg', 'json', 'json', 'png', 'webp']);
  expect(await readPixelSize(page, ofKind('.png'))).toEqual(SIZE_PIXELS['1:1']);
  expect(await readPixelSize(page, ofKind('.jpg'))).toEqual(SIZE_PIXELS['3:2']);
  expect(await readPixelSize(page, ofKind('.webp'))).toEqual(SIZE_PIXELS['1:1']);
  await page.getByText(t('gallery:selection.count', { formatted: 3, count: 3 })).waitFor();

  // Shift extends the selection.
  await card(1).click();
  await card(2).click({ modifiers: ['Shift'] });
  await page.getByText(t('gallery:selection.count', { formatted: 5, count: 5 })).waitFor();
  await page.keyboard.press('Delete');
  await page.getByText(t('gallery:removal.question', { count: 5 })).waitFor();
  await page.keyboard.press('Enter');
  await waitForImages([3]);
  await undo.click();
  await waitForImages([6, 5, 4, 3, 2, 1]);
});
