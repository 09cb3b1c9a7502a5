import type { Locator } from '@playwright/test';
import { expect, test } from '../../src/fixtures.js';
import { PHONE } from '../../src/screens/open-on-phone.js';
import { inLocale, text } from '../../src/texts.js';
import { galleryPage } from '../support/gallery-page.js';
import { generatePage, IMAGE_TIMEOUT, PROMPT } from '../support/generate-page.js';

const locale = 'zh';

// A tap waits until nothing else lies where it lands.
test('everything on the way from a prompt to a shared favorite can be tapped on a phone', async ({ open, newUser }) => {
  const { page } = await open.asUser(await newUser({ locale }), locale, PHONE);
  await page.goto(inLocale(locale, '/generate'));
  const { prompt, image, button, t } = generatePage(page, locale);
  const gallery = galleryPage(page, locale);
  const dialog = (name: string) => page.getByRole('dialog', { name });
  const within = (name: string, key: string) => dialog(name).getByRole('button', { name: t(key), exact: true });

  await prompt.tap();
  await expect(prompt).toBeFocused();
  await page.keyboard.insertText(PROMPT[locale]);
  await page.getByRole('button', { name: new RegExp(`^${t('generate:style.label')}`) }).tap();
  const settings = t('generate:settings.title');
  const submit = dialog(settings).getByRole('button', { name: new RegExp(`^${t('generate:submit.action')}`) });
  const anime = dialog(settings).getByRole('radio', { name: t('options:styles.anime') });
  // It opens at the part that was pressed, with the button in reach.
  await expect(submit).toBeInViewport({ ratio: 1 });
  await expect(anime).toBeInViewport();
  await anime.tap();
  await dialog(settings).getByRole('radio', { name: /^16:9/ }).tap();
  await submit.tap();
  await expect(dialog(settings)).toHaveCount(0);

  await image.waitFor(IMAGE_TIMEOUT);
  await expect(image).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: t('generate:result.gallery') }).tap();
  await gallery.card(1).tap();
  await gallery.dialog.waitFor();
  const marked = page.waitForResponse((response) => response.url().endsWith('/favorite') && response.ok());
  await button('gallery:favorite').tap();
  await marked;
  await button('gallery:share').tap();
  const sharing = t('sharing:dialog.title');
  await expect(page.getByLabel(t('sharing:dialog.link'))).toHaveValue(/\/zh\/shared\//);
  await within(sharing, 'common:actions.close').tap();
  await expect(dialog(sharing)).toHaveCount(0);
  await button('gallery:details.close').tap();
  await expect(gallery.dialog).toHaveCount(0);

  await button('common:nav.menu').tap();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('common:nav.favorites') })
    .tap();
  await page.waitForURL('/zh/favorites');
  await gallery.waitForImages([1]);
});

test(
  'an image among several that failed to load is loaded again by a tap or a click',
  { tag: '@proof' },
  async ({ open, newUser }) => {
    const user = await newUser({ locale, plan: 'pro', credits: 50 });
    const { page } = await open.asUser(user, locale, PHONE);
    const files = '**/api/files/**';
    await page.route(files, (route) => route.abort());
    await page.goto(inLocale(locale, '/generate'));
    const { prompt, result, t } = generatePage(page, locale);
    const settings = page.getByRole('dialog', { name: t('generate:settings.title') });

    await prompt.fill(PROMPT[locale]);
    await page.getByRole('button', { name: new RegExp(`^${t('generate:count.label')}`) }).tap();
    await settings.getByRole('radio', { name: '2', exact: true }).tap();
    await settings.getByRole('button', { name: new RegExp(`^${t('generate:submit.action')}`) }).tap();

    const retries = result.getByRole('button', { name: t('common:actions.retry') });
    await expect(retries).toHaveCount(2, IMAGE_TIMEOUT);
    await page.unroute(files);
    await retries.first().tap();
    await expect(retries).toHaveCount(1);
    await retries.click();
    await expect(retries).toHaveCount(0);
    await expect(result.locator('img')).toHaveCount(2);
  },
);

test('a setting that is tapped just above the bar of the sheet stays under the finger', async ({ open, newUser }) => {
  const { page } = await open.asUser(await newUser({ locale, plan: 'pro', credits: 50 }), locale, PHONE);
  await page.goto(inLocale(locale, '/generate'));
  const { t } = generatePage(page, locale);
  const sheet = page.getByRole('dialog', { name: t('generate:settings.title') });
  await page.getByRole('button', { name: new RegExp(`^${t('generate:count.label')}`) }).tap();
  const two = sheet.getByRole('radio', { name: '2', exact: true });
  await sheet.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
  const scrolled = await two.evaluate((element) => {
    const dialog = element.closest('[role=dialog]');
    dialog?.scrollBy(0, element.getBoundingClientRect().bottom - (window.innerHeight - 160));
    return dialog?.scrollTop;
  });
  await two.tap();
  await expect(two).toBeChecked();
  expect(await sheet.evaluate((element) => element.scrollTop)).toBe(scrolled);
});

/** Over how many pixels a row fades on both sides. */
const fadesOf = (row: Locator): Promise<number[]> =>
  row.evaluate((element) => {
    const [, before, after] = /black (\d+)px, black calc\(100% - (\d+)px\)/.exec(element.style.maskImage) ?? [];
    return [before, after].map(Number);
  });

test('a row of tabs, and one of settings, fades where it goes on, so that what is beyond the edge is looked for', async ({
  open,
  newUser,
}) => {
  const { page } = await open.asUser(await newUser(), 'en', PHONE);
  await page.goto('/generate');
  const chips = page.getByRole('group', { name: text('en', 'generate:settings.label') });
  await expect.poll(() => fadesOf(chips)).toEqual([0, 32]);
  await page.goto('/profile');
  const row = page.getByRole('main').getByRole('tablist');
  const sides = () => fadesOf(row);
  await expect.poll(sides).toEqual([0, 32]);
  await row.evaluate((element) => element.scrollBy({ left: element.scrollWidth, behavior: 'instant' }));
  await expect.poll(sides).toEqual([32, 0]);
  await page.getByRole('tab', { name: 'Settings' }).tap();
  await expect(page.getByRole('tab', { name: 'Settings', selected: true })).toBeInViewport({ ratio: 1 });
});

test('the buttons of a dialog stay in reach in a window that is lower than it', async ({ open, newUser }) => {
  const { page } = await open.asUser(await newUser(), 'en', PHONE);
  await page.goto('/profile?tab=settings');
  for (const opener of ['profile:everywhere.start', 'profile:deletion.start']) {
    await page.setViewportSize(PHONE.viewport);
    await page.getByRole('button', { name: text('en', opener) }).tap();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await page.setViewportSize({ width: 390, height: 240 });
    await expect.poll(() => dialog.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true);
    for (const button of await dialog.getByRole('button').all()) await expect(button).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});
