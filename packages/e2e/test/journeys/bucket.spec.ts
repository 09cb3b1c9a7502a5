import { beforeAll, expect, test } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { useVisitors } from '../../src/browser-visitors.js';
import { useBrowser } from '../../src/browser.js';
import { pngSize } from '../../src/picture-file.js';
import { useProduct } from '../../src/product.js';
import { balance, button, picture, PROMPT, prompt, t, useMakers } from './support/makers.js';

let bucket: Record<string, string> = {};
const product = useProduct(() => ({ env: bucket }));
const makers = useMakers(product, useVisitors(product, useBrowser()));

// What a person does: reads the settings off the sandbox's desk, sets them, and starts again.
beforeAll(async () => {
  const offers = await fetch(`${product.running.sandbox?.url}/_sandbox/offers`);
  bucket = ((await offers.json()) as { s3: Record<string, string> }).s3;
  await product.restart();
}, 180_000);

const addressOf = (shown: Locator): Promise<string> =>
  shown.evaluate(async (img) => {
    if (!(img instanceof HTMLImageElement)) throw new Error('There is a broken-picture tile instead of the picture');
    await img.decode();
    return img.currentSrc;
  });

test('with the settings of a bucket alone, pictures lie there and browsers load them from there', async () => {
  const { page } = await makers.atGenerate();
  await prompt(page).fill(PROMPT);
  await button(page).click();
  await picture(page).waitFor({ timeout: 60_000 });
  const address = new URL(await addressOf(picture(page)));
  expect(address.origin).toBe(new URL(bucket['S3_ENDPOINT'] ?? '').origin);
  expect(address.pathname).toMatch(new RegExp(`^/s3/${bucket['S3_BUCKET']}/pictures/`));
  await balance(page, 1.5).waitFor();

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t('generate:result.download') }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('a-lighthouse-in-a-storm-1.png');
  expect(pngSize(await readFile(await file.path()))).toEqual({ width: 1024, height: 1024 });

  await page.goto('/gallery');
  const shelf = page
    .getByRole('list', { name: t('gallery:sheet') })
    .getByRole('img')
    .first();
  expect(new URL(await addressOf(shelf)).origin).toBe(address.origin);
  expect(await readdir(join(product.running.dataDir, 'storage')).catch(() => [])).toEqual([]);
});
