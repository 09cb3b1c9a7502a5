import { GALLERY_PAGE_SIZE, type Locale } from '@app/contracts';
import { beforeAll, expect, test } from '@jest/globals';
import { useVisitors } from '../../src/browser-visitors.js';
import { useBrowser } from '../../src/browser.js';
import { useProduct } from '../../src/product.js';
import type { Person } from '../../src/sign-in-person.js';
import { inLocale } from '../../src/texts.js';
import { ownerOf, shelfOf } from './support/shelf.js';

const product = useProduct();
const visitors = useVisitors(product, useBrowser());

let owner: Person;

beforeAll(async () => {
  owner = await ownerOf(product, 'filters', [
    { prompt: 'Mountains and water 山水画卷', count: 2, style: 'origami' },
    { prompt: 'A red fox in the snow', count: 8, style: 'anime' },
    { prompt: 'An old harbour 老港口', count: 4, style: 'neon-punk' },
  ]);
}, 120_000);

test.each<Locale>(['en', 'zh'])('the whole history is searched and narrowed, in the address (%s)', async (locale) => {
  const { page } = await visitors.as(owner, locale);
  await page.goto(inLocale(locale, '/gallery'));
  const { shows, t } = shelfOf(page, locale);
  await shows(Array.from({ length: GALLERY_PAGE_SIZE }, (_, index) => 14 - index));

  // Words of both languages, also of pictures that stand on the second page.
  const search = page.getByRole('textbox', { name: t('gallery:filters.search') });
  await search.fill('山水');
  await shows([2, 1]);
  expect(new URL(page.url()).searchParams.get('q')).toBe('山水');
  await search.fill('老');
  await shows([14, 13, 12, 11]);
  await search.fill('fox snow');
  await shows([10, 9, 8, 7, 6, 5, 4, 3]);
  await page.reload();
  await shows([10, 9, 8, 7, 6, 5, 4, 3]);

  // A group, then one of its styles; Back undoes one after the other.
  await page.getByRole('button', { name: t('gallery:filters.clear') }).click();
  await page.waitForURL((url) => url.search === '');
  await page.getByLabel(t('gallery:filters.group')).selectOption('artistic');
  await shows([2, 1]);
  await page.getByLabel(t('gallery:filters.group')).selectOption('anime');
  await page.getByLabel(t('gallery:filters.style'), { exact: true }).selectOption('neon-punk');
  await shows([14, 13, 12, 11]);
  await page.getByLabel(t('gallery:filters.sort')).selectOption('oldest');
  await shows([11, 12, 13, 14]);
  await page.goBack();
  await shows([14, 13, 12, 11]);
  await page.goBack();
  await page.waitForURL((url) => url.search === '?group=anime');

  // Nothing is left: other words than in an empty gallery, and one way back.
  await search.fill('unicorn');
  await page.getByText(t('gallery:filteredTitle')).waitFor();
  await page
    .getByRole('button', { name: t('gallery:filters.clear') })
    .first()
    .click();
  await shows(Array.from({ length: GALLERY_PAGE_SIZE }, (_, index) => 14 - index));
});
