import { LOCALES, type Answer } from '@app/contracts';
import { describe, expect, test } from '@jest/globals';
import { useVisitors } from '../../src/browser-visitors.js';
import { useBrowser } from '../../src/browser.js';
import { useProduct } from '../../src/product.js';
import { inLocale } from '../../src/texts.js';
import { ownerOf, shelfOf } from './support/shelf.js';

const product = useProduct();
const visitors = useVisitors(product, useBrowser());

describe.each(LOCALES)('in %s', (locale) => {
  test('pictures are marked, found among the favorites, unmarked and marked again; another tab follows', async () => {
    const owner = await ownerOf(product, `marker-${locale}`, [{ prompt: '白鹭 A heron', count: 4 }]);
    const kept = async () => {
      const { data } = await owner.call<Answer<'images.favorites'>>('GET', '/images/favorites?page=1&limit=12');
      return data.map(({ frame_number: frame }) => frame);
    };
    const { page, context } = await visitors.as(owner, locale);
    await page.goto(inLocale(locale, '/gallery'));
    const gallery = shelfOf(page, locale);
    const { t } = gallery;
    await gallery.shows([4, 3, 2, 1]);
    const other = await context.newPage();
    await other.goto(inLocale(locale, '/favorites'));
    const favorites = shelfOf(other, locale);
    await other.getByText(t('gallery:favorites.emptyTitle')).waitFor();

    const heart = (number: number, key: 'favorite' | 'unfavorite') =>
      gallery.item(number).getByRole('button', { name: t(`gallery:${key}`), exact: true });
    for (const number of [1, 3]) {
      await gallery.item(number).hover();
      await heart(number, 'favorite').click();
      await heart(number, 'unfavorite').waitFor();
    }
    // The last mark comes first.
    await favorites.shows([3, 1]);
    await other.getByText(t('gallery:favorites.page', { current: 1, total: 1 })).waitFor();
    expect(await kept()).toEqual([3, 1]);

    // What is unmarked leaves this list, and can be had back while the message stands.
    await favorites.item(3).hover();
    await favorites
      .item(3)
      .getByRole('button', { name: t('gallery:unfavorite'), exact: true })
      .click();
    await favorites.shows([1]);
    await heart(3, 'favorite').waitFor();
    const undo = other.getByRole('button', { name: t('gallery:removal.undo') });
    await other.getByText(t('gallery:favorites.removed')).waitFor();
    await undo.click();
    await favorites.shows([3, 1]);
    await heart(3, 'unfavorite').waitFor();
    expect(await kept()).toEqual([3, 1]);

    // From the details by the letter, and for good: the next visit finds it so.
    await favorites.card(1).click();
    await other.getByRole('dialog').getByText('No. 0001').waitFor();
    await other.keyboard.press('f');
    await other
      .getByRole('dialog')
      .getByRole('button', { name: t('gallery:favorite'), exact: true })
      .waitFor();
    await other.keyboard.press('Escape');
    await favorites.shows([3]);
    await heart(1, 'favorite').waitFor();
    await other.reload();
    await favorites.shows([3]);
    await page.goto(inLocale(locale, '/gallery?fav=1'));
    await gallery.shows([3]);
    expect(await kept()).toEqual([3]);
  });
});
