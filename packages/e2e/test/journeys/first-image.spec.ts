import { DEFAULT_FREE_MONTHLY_CREDITS, DEFAULT_MODEL, priceUnits, toCredits, type Locale } from '@app/contracts';
import type { Locator } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from '../../src/screens/fixtures.js';
import { signIn } from '../../src/users/sign-in.js';
import { inLocale } from '../../src/texts.js';
import { galleryPage } from '../support/gallery-page.js';
import { generatePage, IMAGE_TIMEOUT, PROMPT } from '../support/generate-page.js';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);
const price = toCredits(priceUnits(DEFAULT_MODEL));
const locale: Locale = 'en';

const expectPixels = (image: Locator): Promise<void> =>
  image.evaluate(async (img) => {
    if (!(img instanceof HTMLImageElement)) throw new Error('There is a broken-image tile instead of the image');
    await img.decode();
  });

// The product of the screens paints with the embedded engine, as after `npm start`. They stop its worker afterwards.
test('a new user signs in, generates an image, and finds it again after a restart', async ({ open, product }) => {
  const { page } = await open.asVisitor(locale);
  await signIn(page, locale, 'google', { name: 'New User', handle: `user-${randomUUID().slice(0, 13)}` });
  const { prompt, submit, result, image, balance, button, t: text } = generatePage(page, locale);
  await balance(DEFAULT_FREE_MONTHLY_CREDITS).waitFor();

  await prompt.fill(PROMPT[locale]);
  await expect(submit).toContainText(String(price));
  await submit.click();
  await image.waitFor(IMAGE_TIMEOUT);
  await expectPixels(image);
  await balance(DEFAULT_FREE_MONTHLY_CREDITS - price).waitFor();

  const slider = result.getByRole('slider', { name: text('generate:result.lookBack.label') });
  await slider.press('Home');
  await expect(slider).toHaveAttribute('aria-valuetext', /^Preview 1 of \d+$/);
  await expectPixels(result.locator('img[src^="data:"]'));
  await slider.press('End');
  await expect(result.locator('img[src^="data:"]')).toHaveCount(0);

  const [file] = await Promise.all([page.waitForEvent('download'), button('generate:result.download').click()]);
  expect((await readFile(await file.path())).subarray(0, PNG.length)).toEqual(PNG);
  // The update is optimistic.
  const marked = page.waitForResponse((response) => response.url().endsWith('/favorite') && response.ok());
  await button('generate:result.favorite').click();
  await marked;
  await button('generate:result.unfavorite').waitFor();

  await product.restart();

  await page.goto(inLocale(locale, '/gallery'));
  const { sheet, waitForImages, t } = galleryPage(page, locale);
  await waitForImages([1]);
  await expectPixels(sheet.getByRole('img').first());
  await sheet.getByText(PROMPT[locale]).waitFor();
  await sheet.getByRole('button', { name: t('gallery:unfavorite') }).waitFor();
});
