import type { Answer, Locale } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { useVisitors } from '../../src/browser-visitors.js';
import { useBrowser } from '../../src/browser.js';
import { useProduct } from '../../src/product.js';
import { inLocale } from '../../src/texts.js';
import { ownerOf, shelfOf } from './support/shelf.js';

const product = useProduct();
const visitors = useVisitors(product, useBrowser());

test.each<Locale>(['en', 'zh'])('pictures are deleted by keyboard and come back in time (%s)', async (locale) => {
  const owner = await ownerOf(product, `deleter-${locale}`, [{ prompt: 'A lighthouse 灯塔', count: 4 }]);
  const { page, context } = await visitors.as(owner, locale);
  const other = await context.newPage();
  await other.goto(inLocale(locale, '/gallery'));
  await page.goto(inLocale(locale, '/gallery'));
  const { card, shows, button, t } = shelfOf(page, locale);
  const elsewhere = shelfOf(other, locale);
  await shows([4, 3, 2, 1]);

  // Escape keeps it; the card has the focus again.
  await card(3).focus();
  await page.keyboard.press('Delete');
  await button('gallery:removal.confirm').waitFor();
  await page.keyboard.press('Escape');
  await button('gallery:removal.confirm').waitFor({ state: 'detached' });
  expect(await card(3).evaluate((element) => element.matches(':focus'))).toBe(true);

  // Delete and Enter; the other tab follows.
  await page.keyboard.press('Delete');
  await button('gallery:removal.confirm').waitFor();
  await page.keyboard.press('Enter');
  await shows([4, 2, 1]);
  await elsewhere.shows([4, 2, 1]);
  expect(await card(2).evaluate((element) => element.matches(':focus'))).toBe(true);
  const kept = await owner.call<Answer<'images.list'>>('GET', '/images?page=1&limit=12');
  expect(kept.data.map(({ frame_number: frame }) => frame)).toEqual([4, 2, 1]);

  // Undo brings it back to its place, in both tabs and at the server.
  await page.getByRole('button', { name: new RegExp(`^${t('gallery:removal.undo')}`) }).click();
  await shows([4, 3, 2, 1]);
  await elsewhere.shows([4, 3, 2, 1]);
  const back = await owner.call<Answer<'images.list'>>('GET', '/images?page=1&limit=12');
  expect(back.total).toBe(4);

  // From the details it goes on to the next picture.
  await card(4).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Delete');
  await button('gallery:removal.confirm').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('No. 0003').waitFor();
  await page.keyboard.press('Escape');
  await shows([3, 2, 1]);
  await page.reload();
  await shows([3, 2, 1]);
});

test('what cannot be deleted comes back by itself, and that is told', async () => {
  const owner = await ownerOf(product, 'deleter-refused', [{ prompt: 'A heron', count: 2 }]);
  const { page } = await visitors.as(owner);
  const { card, shows, button, t, frames } = shelfOf(page, 'en');
  await page.route('**/api/images/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  );
  await page.goto('/gallery');
  await shows([2, 1]);
  await card(2).focus();
  await page.keyboard.press('Delete');
  await button('gallery:removal.confirm').click();
  await page.getByText(t('gallery:removal.failed_one')).waitFor();
  await shows([2, 1]);
  expect(await frames()).toEqual([2, 1]);
});
