import type { Locale } from '@app/contracts';
import { expect, test } from '../../src/fixtures.js';
import { inLocale } from '../../src/texts.js';
import { frameNumber, galleryPage, listNumbers } from '../support/gallery-page.js';

const locale: Locale = 'zh';

test('images are deleted and restored by keyboard in all tabs', async ({ open, newOwner }) => {
  const owner = await newOwner([{ prompt: 'A lighthouse 灯塔', count: 4 }]);
  const { page, context } = await open.asUser(owner, locale);
  const other = await context.newPage();
  await other.goto(inLocale(locale, '/gallery'));
  await page.goto(inLocale(locale, '/gallery'));
  const { card, dialog, undo, waitForImages, button } = galleryPage(page, locale);
  const elsewhere = galleryPage(other, locale);
  await waitForImages([4, 3, 2, 1]);

  // Escape cancels and returns the focus to the card.
  await card(3).focus();
  await page.keyboard.press('Delete');
  await button('work:removal.confirm').waitFor();
  await page.keyboard.press('Escape');
  await button('work:removal.confirm').waitFor({ state: 'detached' });
  await expect(card(3)).toBeFocused();

  // Delete and Enter remove it in both tabs.
  await page.keyboard.press('Delete');
  await button('work:removal.confirm').waitFor();
  await page.keyboard.press('Enter');
  await waitForImages([4, 2, 1]);
  await elsewhere.waitForImages([4, 2, 1]);
  await expect(card(2)).toBeFocused();
  expect(await listNumbers(owner)).toEqual([4, 2, 1]);

  // Undo restores it in both tabs and on the server.
  await undo.click();
  await waitForImages([4, 3, 2, 1]);
  await elsewhere.waitForImages([4, 3, 2, 1]);
  expect(await listNumbers(owner)).toEqual([4, 3, 2, 1]);

  // Deleting in the details opens the next image.
  await card(4).click();
  await dialog.waitFor();
  await page.keyboard.press('Delete');
  await button('work:removal.confirm').waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByText(frameNumber(3), { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await waitForImages([3, 2, 1]);
  await page.reload();
  await waitForImages([3, 2, 1]);
});
