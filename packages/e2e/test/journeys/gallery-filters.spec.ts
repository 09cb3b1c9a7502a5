import { GALLERY_PAGE_SIZE, type Locale } from '@app/contracts';
import { expect, test } from '../../src/fixtures.js';
import { inLocale } from '../../src/texts.js';
import { fromTo, galleryPage } from '../support/gallery-page.js';

const locale: Locale = 'zh';
const FIRST_PAGE = fromTo(14, 14 - GALLERY_PAGE_SIZE + 1);

test('the whole gallery is searched and filtered, and the address keeps the filters', async ({ open, newOwner }) => {
  const owner = await newOwner([
    { prompt: 'Mountains and water 山水画卷', count: 2, style: 'origami' },
    { prompt: 'A red fox in the snow', count: 8, style: 'anime' },
    { prompt: 'An old harbour 老港口', count: 4, style: 'neon-punk' },
  ]);
  const { page } = await open.asUser(owner, locale);
  await page.goto(inLocale(locale, '/gallery'));
  const { waitForImages, t } = galleryPage(page, locale);
  await waitForImages(FIRST_PAGE);

  // The search covers both languages and all pages.
  const search = page.getByRole('textbox', { name: t('gallery:filters.search') });
  await search.fill('山水');
  await waitForImages([2, 1]);
  await expect(page).toHaveURL((url) => url.searchParams.get('q') === '山水');
  await search.fill('老');
  await waitForImages([14, 13, 12, 11]);
  await search.fill('fox snow');
  await waitForImages(fromTo(10, 3));
  await page.reload();
  await waitForImages(fromTo(10, 3));

  // Each filter is one history entry.
  await page.getByRole('button', { name: t('gallery:filters.clear') }).click();
  await page.waitForURL((url) => url.search === '');
  await page.getByLabel(t('gallery:filters.group')).selectOption('artistic');
  await waitForImages([2, 1]);
  await page.getByLabel(t('gallery:filters.group')).selectOption('anime');
  await page.getByLabel(t('gallery:filters.style'), { exact: true }).selectOption('neon-punk');
  await waitForImages([14, 13, 12, 11]);
  await page.getByLabel(t('gallery:filters.sort')).selectOption('oldest');
  await waitForImages([11, 12, 13, 14]);
  await page.goBack();
  await waitForImages([14, 13, 12, 11]);
  await page.goBack();
  await page.waitForURL((url) => url.search === '?group=anime');

  // An empty result explains itself and offers a reset.
  await search.fill('unicorn');
  await page.getByText(t('gallery:filteredTitle')).waitFor();
  await page
    .getByRole('button', { name: t('gallery:filters.clear') })
    .first()
    .click();
  await waitForImages(FIRST_PAGE);
});

test('on a phone all tools stand in the line of the heading, and the search unfolds below it', async ({
  open,
  newOwner,
}) => {
  const owner = await newOwner([
    { prompt: 'A red fox in the snow', count: 2 },
    { prompt: 'An old harbour', count: 1 },
  ]);
  const { page } = await open.asUser(owner, 'en');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/gallery');
  const { waitForImages, t } = galleryPage(page, 'en');
  await waitForImages([3, 2, 1]);
  const opener = page.getByRole('button', { name: t('gallery:filters.search') });
  const line = [
    page.getByRole('heading', { level: 1 }),
    opener,
    page.getByRole('button', { name: t('gallery:filters.more') }),
    page.getByRole('button', { name: t('gallery:selection.start') }),
  ];
  const middles = await Promise.all(
    line.map(async (tool) => {
      const { y, height } = (await tool.boundingBox()) ?? { y: 0, height: 0 };
      return Math.round(y + height / 2);
    }),
  );
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);

  const search = page.getByRole('textbox', { name: t('gallery:filters.search') });
  const isUnfolded = async (): Promise<boolean> => ((await search.boundingBox())?.width ?? 0) > 300;
  expect(await isUnfolded()).toBe(false);
  await opener.click();
  await expect(search).toBeFocused();
  expect(await isUnfolded()).toBe(true);
  await search.fill('harbour');
  await waitForImages([3]);
  await opener.click();
  await expect.poll(isUnfolded).toBe(false);
  await page
    .getByRole('list', { name: t('gallery:filters.set') })
    .getByText('harbour')
    .waitFor();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  expect(await isUnfolded()).toBe(true);
});
