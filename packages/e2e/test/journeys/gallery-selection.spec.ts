import { SIZE_PIXELS, type Locale } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { useVisitors } from '../../src/browser-visitors.js';
import { useBrowser } from '../../src/browser.js';
import { pixelsOf } from '../../src/picture-file.js';
import { useProduct } from '../../src/product.js';
import { inLocale } from '../../src/texts.js';
import { filesOfZip } from '../../src/zip-file.js';
import { ownerOf, shelfOf } from './support/shelf.js';

const product = useProduct();
const visitors = useVisitors(product, useBrowser());

test.each<Locale>(['en', 'zh'])('pictures are selected, packed and deleted together (%s)', async (locale) => {
  const owner = await ownerOf(product, `packer-${locale}`, [
    { prompt: '灯塔 A lighthouse', count: 4 },
    { prompt: '山水 Mountains', count: 1, size: '3:2', output_format: 'jpeg' },
    { prompt: '白鹭 A heron', count: 1, output_format: 'webp' },
  ]);
  const { page } = await visitors.as(owner, locale);
  await page.goto(inLocale(locale, '/gallery'));
  const { card, shows, button, t, sheet } = shelfOf(page, locale);
  await shows([6, 5, 4, 3, 2, 1]);

  // By keyboard alone: X begins, the arrows move, Space selects.
  await card(6).focus();
  await page.keyboard.press('x');
  await sheet.getByRole('checkbox', { checked: true }).waitFor();
  await card(6).focus();
  for (let step = 0; step < 2; step += 1) {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
  }
  await page.getByText(t('gallery:selection.count', { count: 3 })).waitFor();

  const [file] = await Promise.all([page.waitForEvent('download'), button('gallery:selection.zip').click()]);
  expect(file.suggestedFilename()).toMatch(/\.zip$/);
  const files = filesOfZip(await readFile(await file.path()));
  const ofKind = (ending: string) => [...files].find(([name]) => name.endsWith(ending))?.[1] ?? Buffer.alloc(0);
  expect(new Set([...files.keys()].map((name) => name.split('.').at(-1)))).toEqual(
    new Set(['webp', 'jpg', 'png', 'json']),
  );
  expect(files.size).toBe(4);
  expect(await pixelsOf(page, ofKind('.png'))).toEqual(SIZE_PIXELS['1:1']);
  expect(await pixelsOf(page, ofKind('.jpg'))).toEqual(SIZE_PIXELS['3:2']);
  expect(await pixelsOf(page, ofKind('.webp'))).toEqual(SIZE_PIXELS['1:1']);
  // The page is still there, and so is the selection.
  await page.getByText(t('gallery:selection.count', { count: 3 })).waitFor();

  // Two more in a row with Shift; one stays.
  await card(1).click();
  await card(2).click({ modifiers: ['Shift'] });
  await page.getByText(t('gallery:selection.count', { count: 5 })).waitFor();
  await page.keyboard.press('Delete');
  await page.getByText(t('gallery:removal.question', { count: 5 })).waitFor();
  await page.keyboard.press('Enter');
  await shows([3]);
  await page.getByRole('button', { name: new RegExp(`^${t('gallery:removal.undo')}`) }).click();
  await shows([6, 5, 4, 3, 2, 1]);
});
