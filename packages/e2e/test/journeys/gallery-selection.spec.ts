import { SIZE_PIXELS, type Locale } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { useVisitors } from '../../src/browser-visitors.js';
import { useBrowser } from '../../src/browser.js';
import { pngSize } from '../../src/picture-file.js';
import { useProduct } from '../../src/product.js';
import { inLocale } from '../../src/texts.js';
import { filesOfZip } from '../../src/zip-file.js';
import { ownerOf, shelfOf } from './support/shelf.js';

const product = useProduct();
const visitors = useVisitors(product, useBrowser());

test.each<Locale>(['en', 'zh'])('pictures are selected, packed and deleted together (%s)', async (locale) => {
  const owner = await ownerOf(product, `packer-${locale}`, [{ prompt: '灯塔 A lighthouse', count: 6 }]);
  const { page } = await visitors.as(owner, locale);
  await page.goto(inLocale(locale, '/gallery'));
  const { card, shows, button, t, sheet } = shelfOf(page, locale);
  await shows([6, 5, 4, 3, 2, 1]);

  // By keyboard alone: X begins, the arrows move, Space selects.
  await card(6).focus();
  await page.keyboard.press('x');
  await sheet.getByRole('checkbox', { checked: true }).waitFor();
  await card(6).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.getByText(t('gallery:selection.count_other', { count: 2 })).waitFor();

  const [file] = await Promise.all([page.waitForEvent('download'), button('gallery:selection.zip').click()]);
  expect(file.suggestedFilename()).toMatch(/\.zip$/);
  const files = filesOfZip(await readFile(await file.path()));
  const pictures = [...files].filter(([name]) => name.endsWith('.png'));
  expect(pictures).toHaveLength(2);
  for (const [, bytes] of pictures) expect(pngSize(bytes)).toEqual(SIZE_PIXELS['1:1']);
  expect([...files.keys()].filter((name) => !name.endsWith('.png'))).toEqual([
    expect.stringMatching(/manifest\.json$/),
  ]);
  // The page is still there, and so is the selection.
  await page.getByText(t('gallery:selection.count_other', { count: 2 })).waitFor();

  // A row with Shift, then all of them but those.
  await card(1).click();
  await card(3).click({ modifiers: ['Shift'] });
  await page.getByText(t('gallery:selection.count_other', { count: 5 })).waitFor();
  await page.keyboard.press('Delete');
  await page.getByText(t('gallery:removal.question_other', { count: 5 })).waitFor();
  await page.keyboard.press('Enter');
  await shows([4]);
  await page.getByRole('button', { name: new RegExp(`^${t('gallery:removal.undo')}`) }).click();
  await shows([6, 5, 4, 3, 2, 1]);
});
