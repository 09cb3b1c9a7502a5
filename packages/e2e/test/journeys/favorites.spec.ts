import type { Answer, Locale } from '@app/contracts';
import { expect, test } from '../../src/fixtures.js';
import { inLocale } from '../../src/texts.js';
import { frameNumber, galleryPage } from '../support/gallery-page.js';

const locale: Locale = 'en';

test('images are marked and unmarked as favorites in all tabs', async ({ open, newOwner }) => {
  const owner = await newOwner([{ prompt: '白鹭 A heron', count: 4 }]);
  const listFavorites = async () => {
    const { data } = await owner.call<Answer<'images.favorites'>>('GET', '/images/favorites?page=1&limit=12');
    return data.map(({ frame_number: frame }) => frame);
  };
  const { page, context } = await open.asUser(owner, locale);
  await page.goto(inLocale(locale, '/gallery'));
  const gallery = galleryPage(page, locale);
  const { t } = gallery;
  await gallery.waitForImages([4, 3, 2, 1]);
  const other = await context.newPage();
  await other.goto(inLocale(locale, '/favorites'));
  const favorites = galleryPage(other, locale);
  await other.getByText(t('gallery:favorites.emptyTitle')).waitFor();

  const heart = (number: number, key: 'favorite' | 'unfavorite') =>
    gallery.item(number).getByRole('button', { name: t(`gallery:${key}`), exact: true });
  for (const number of [1, 3]) {
    await gallery.item(number).hover();
    await heart(number, 'favorite').click();
    await heart(number, 'unfavorite').waitFor();
  }
  // Sorted by the time of marking, newest first.
  await favorites.waitForImages([3, 1]);
  expect(await listFavorites()).toEqual([3, 1]);

  // Removing the mark removes the image from this list; undo restores it.
  await favorites.item(3).hover();
  await favorites
    .item(3)
    .getByRole('button', { name: t('gallery:unfavorite'), exact: true })
    .click();
  await favorites.waitForImages([1]);
  await heart(3, 'favorite').waitFor();
  await other.getByText(t('gallery:favorites.removed')).waitFor();
  await other.getByRole('button', { name: t('gallery:removal.undo') }).click();
  await favorites.waitForImages([3, 1]);
  await heart(3, 'unfavorite').waitFor();
  expect(await listFavorites()).toEqual([3, 1]);

  // The keyboard shortcut in the details is stored on the server.
  await favorites.card(1).click();
  await favorites.dialog.getByText(frameNumber(1), { exact: true }).waitFor();
  await other.keyboard.press('f');
  await favorites.dialog.getByRole('button', { name: t('gallery:favorite'), exact: true }).waitFor();
  await other.keyboard.press('Escape');
  await favorites.waitForImages([3]);
  await heart(1, 'favorite').waitFor();
  await other.reload();
  await favorites.waitForImages([3]);
  await page.goto(inLocale(locale, '/gallery?fav=1'));
  await gallery.waitForImages([3]);
  expect(await listFavorites()).toEqual([3]);
});
