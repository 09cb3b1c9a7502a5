import {
  DEFAULT_FREE_MONTHLY_CREDITS,
  DEFAULT_MODEL,
  priceUnits,
  toCredits,
  type Locale,
  type OAuthProvider,
} from '@app/contracts';
import { afterEach, describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { useBrowser, type Visitor } from '../../src/browser.js';
import { useProduct } from '../../src/product.js';
import { signIn } from '../../src/sign-in.js';
import { inLocale, text } from '../../src/texts.js';

const product = useProduct();
const browser = useBrowser();

const LANGUAGE_TAG: Record<Locale, string> = { en: 'en-US', zh: 'zh-CN' };
const PROMPT: Record<Locale, string> = {
  en: 'A red fox by a still lake at dusk, low mist, pines on the far shore',
  zh: '黄昏的湖边站着一只赤狐，水面起了薄雾，对岸是一排松树',
};
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

let visitor: Visitor | undefined;
afterEach(async () => {
  await visitor?.close();
  visitor = undefined;
});

const visit = async (locale: Locale): Promise<Visitor> => {
  visitor = await browser.visit({ baseURL: product.running.url, locale: LANGUAGE_TAG[locale], acceptDownloads: true });
  return visitor;
};

/** The picture in the tray, once its pixels are there. */
async function deliveredPicture(page: Page, locale: Locale): Promise<Locator> {
  const tray = page.getByRole('region', { name: text(locale, 'generate:result.label') });
  const picture = tray.getByRole('img');
  await picture.waitFor({ timeout: 60_000 });
  await hasPixels(picture);
  return picture;
}

const hasPixels = (picture: Locator): Promise<void> =>
  picture.evaluate(async (img) => {
    if (!(img instanceof HTMLImageElement)) throw new Error('There is a broken-picture tile instead of the picture');
    await img.decode();
  });

const remaining = (page: Page, locale: Locale, credits: number): Locator =>
  page.getByRole('region', { name: text(locale, 'credits:title') }).getByText(String(credits), { exact: true });

const price = toCredits(priceUnits(DEFAULT_MODEL));

async function generate(page: Page, locale: Locale): Promise<void> {
  await page.getByLabel(text(locale, 'generate:prompt.label')).fill(PROMPT[locale]);
  const button = page.getByRole('button', { name: text(locale, 'generate:submit.action') });
  expect(await button.textContent()).toContain(String(price));
  await button.click();
}

async function download(page: Page, locale: Locale): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: text(locale, 'generate:result.download') }).click(),
  ]);
  return readFile(await file.path());
}

describe.each<[Locale, OAuthProvider]>([
  ['en', 'google'],
  ['zh', 'github'],
])('in %s, with %s', (locale, provider) => {
  test('a newcomer signs in, types a prompt, and the picture is still there after a restart', async () => {
    const { page, troubles } = await visit(locale);
    await signIn(page, locale, provider, { name: `Newcomer ${provider}`, handle: `newcomer-${provider}` });
    await remaining(page, locale, DEFAULT_FREE_MONTHLY_CREDITS).waitFor();

    await generate(page, locale);
    await deliveredPicture(page, locale);
    await remaining(page, locale, DEFAULT_FREE_MONTHLY_CREDITS - price).waitFor();

    const file = await download(page, locale);
    expect(file.subarray(0, PNG.length)).toEqual(PNG);
    // The heart is filled before the server has answered; what is on its way would not outlive the restart.
    const marked = page.waitForResponse((response) => response.url().endsWith('/favorite') && response.ok());
    await page.getByRole('button', { name: text(locale, 'generate:result.favorite') }).click();
    await marked;
    await page.getByRole('button', { name: text(locale, 'generate:result.unfavorite') }).waitFor();

    await product.restart();

    await page.goto(inLocale(locale, '/gallery'));
    const sheet = page.getByRole('list', { name: text(locale, 'gallery:sheet') });
    await hasPixels(sheet.getByRole('img').first());
    await sheet.getByText('No. 0001').waitFor();
    await sheet.getByText(PROMPT[locale]).waitFor();
    expect(await sheet.getByRole('listitem').count()).toBe(1);
    await sheet.getByRole('button', { name: text(locale, 'gallery:unfavorite') }).waitFor();
    expect(troubles).toEqual([]);
  });
});
