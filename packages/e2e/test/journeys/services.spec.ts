import { priceUnits, toCredits, type Locale } from '@app/contracts';
import type { Locator } from '@playwright/test';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readPixelSize } from '../../src/image-file.js';
import { CREDITS, expect, test } from '../support/engine-fixtures.js';
import { IMAGE_TIMEOUT, PROMPT } from '../support/generate-page.js';

const PRICE = toCredits(priceUnits('sd3.5-flash'));

const addressOf = async (image: Locator): Promise<URL> =>
  new URL(
    await image.evaluate(async (img) => {
      if (!(img instanceof HTMLImageElement)) throw new Error('There is a broken-image tile instead of the image');
      await img.decode();
      return img.currentSrc;
    }),
  );

test('an image of Stability AI is stored in the bucket and loaded from there', async ({
  openAsCustomer,
  product,
  services,
}) => {
  const locale: Locale = 'en';
  const { page, t, image, balance, generate, button } = await openAsCustomer(locale);
  await page.getByText(t('generate:engine.by.stability')).waitFor();
  await generate(PROMPT[locale]);
  await image.waitFor(IMAGE_TIMEOUT);
  await balance(CREDITS - PRICE).waitFor();
  await page
    .locator('dd')
    .filter({ hasText: t('generate:engine.name.stability') })
    .waitFor();

  const bucket = services.environment('s3');
  const address = await addressOf(image);
  expect(address.origin).toBe(new URL(bucket['S3_ENDPOINT'] ?? '').origin);
  expect(address.pathname).toMatch(new RegExp(`^/s3/${bucket['S3_BUCKET']}/pictures/`));
  const [file] = await Promise.all([page.waitForEvent('download'), button('generate:result.download').click()]);
  expect(file.suggestedFilename()).toBe('a-lighthouse-in-a-storm-1.png');
  expect(await readPixelSize(page, await readFile(await file.path()))).toEqual({ width: 1024, height: 1024 });
  expect(await readdir(join(product.running.dataDir, 'storage')).catch(() => [])).toEqual([]);
});

test('a rejected prompt costs nothing and can be changed', async ({ openAsCustomer }) => {
  const locale: Locale = 'zh';
  const { t, prompt, result, balance, generate, button, statement } = await openAsCustomer(locale);
  await generate(`${PROMPT[locale]} #moderated`);
  await result.getByText(t('work:failures.CONTENT_REJECTED')).waitFor(IMAGE_TIMEOUT);
  await balance(CREDITS).waitFor();
  await button('generate:result.reword').click();
  await expect(prompt).toBeFocused();
  expect(await statement()).toEqual({ hold: ['−2.5'], charge: [], return: ['+2.5'] });
});
