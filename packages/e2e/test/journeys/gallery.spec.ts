import { GALLERY_PAGE_SIZE, type Generation } from '@app/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { useVisitors } from '../../src/browser-visitors.js';
import { useBrowser } from '../../src/browser.js';
import { useProduct } from '../../src/product.js';
import { equip } from '../../src/sign-in-credits.js';
import { newPerson, type Person } from '../../src/sign-in-person.js';
import { text } from '../../src/texts.js';

const PICTURES = 14;
const WEBP = 'RIFF';

const product = useProduct();
const visitors = useVisitors(product, useBrowser());

const t = (key: string, values?: Record<string, string | number>): string => text('en', key, values);
const prompts = { first: '灯塔 beneath the northern lights', second: 'A heron over rice terraces' };

let owner: Person;

/** Asks for pictures and waits until they are there. */
async function make(person: Person, body: { prompt: string; count: number }): Promise<void> {
  const { id } = await person.call<Generation>('POST', '/images/generate', {
    model: 'sd3.5-flash',
    style: 'pixel-art',
    size: '1:1',
    output_format: 'webp',
    ...body,
  });
  for (;;) {
    const { status } = await person.call<Generation>('GET', `/images/generations/${id}`);
    if (status === 'completed') return;
    if (status === 'failed') throw new Error('The picture was not made');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

beforeAll(async () => {
  owner = await newPerson(product.running.url, { name: 'Owner', handle: 'gallery-owner' });
  await equip(product.running.databaseUrl, owner, { plan: 'enterprise', credits: 100 });
  await make(owner, { prompt: prompts.first, count: 8 });
  await make(owner, { prompt: prompts.second, count: PICTURES - 8 });
}, 120_000);

const sheet = (page: Page) => page.getByRole('list', { name: t('gallery:sheet') });
const cards = (page: Page) => sheet(page).getByRole('listitem');
const pages = (page: Page) => page.getByRole('navigation', { name: t('common:pagination.label') });
const frameNumbers = (page: Page) =>
  sheet(page)
    .getByText(/^No\. /)
    .allTextContents();

const numbered = (from: number, to: number): string[] =>
  Array.from({ length: from - to + 1 }, (_, index) => `No. ${String(from - index).padStart(4, '0')}`);

async function openGallery(search = '') {
  const visitor = await visitors.as(owner);
  await visitor.page.goto(`/gallery${search}`);
  await cards(visitor.page).first().waitFor();
  return visitor;
}

const hasPixels = (page: Page) =>
  sheet(page)
    .getByRole('img')
    .first()
    .evaluate((img) => (img instanceof HTMLImageElement ? img.decode().then(() => img.naturalWidth > 0) : false));

describe('the pages of the gallery', () => {
  test('hold twelve pictures each, newest first; the address names the page and Back works', async () => {
    const { page } = await openGallery();
    expect(await frameNumbers(page)).toEqual(numbered(PICTURES, PICTURES - GALLERY_PAGE_SIZE + 1));
    expect(await page.getByText(t('gallery:count_other', { formatted: PICTURES, count: PICTURES })).count()).toBe(1);
    expect(await hasPixels(page)).toBe(true);
    const previous = pages(page).getByRole('button', { name: t('common:pagination.previous') });
    expect(await previous.isDisabled()).toBe(true);
    await pages(page)
      .getByRole('button', { name: t('common:pagination.next') })
      .click();
    await page.waitForURL('/gallery?page=2');
    await sheet(page).getByText('No. 0001').waitFor();
    expect(await frameNumbers(page)).toEqual(numbered(PICTURES - GALLERY_PAGE_SIZE, 1));
    expect(await pages(page).locator('[aria-current="page"]').textContent()).toBe('2');
    await page.waitForFunction(() => document.activeElement?.matches('h1'));
    await page.goBack();
    await sheet(page)
      .getByText(`No. ${String(PICTURES).padStart(4, '0')}`)
      .waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test.each([
    ['?page=2', '2'],
    ['?page=0', '1'],
    ['?page=x', '1'],
    ['?page=1.5', '1'],
  ])('%s opens page %s', async (search, current) => {
    const { page } = await openGallery(search);
    expect(await pages(page).locator('[aria-current="page"]').textContent()).toBe(current);
  });

  test('beyond the last one there is a way back', async () => {
    const { page } = await visitors.as(owner);
    await page.goto('/gallery?page=9');
    await page.getByText(t('gallery:pageGone')).waitFor();
    await page.getByRole('button', { name: t('gallery:pageFirst') }).click();
    await cards(page).first().waitFor();
    expect(await cards(page).count()).toBe(GALLERY_PAGE_SIZE);
  });
});

describe('a picture of the gallery', () => {
  test('is marked, which the next visit finds, and unmarked', async () => {
    const { page } = await openGallery();
    const card = cards(page).first();
    await card.hover();
    await card.getByRole('button', { name: t('gallery:favorite') }).click();
    await card.getByRole('button', { name: t('gallery:unfavorite') }).waitFor();
    await page.waitForLoadState('networkidle');
    await page.reload();
    await cards(page)
      .first()
      .getByRole('button', { name: t('gallery:unfavorite') })
      .click();
    await cards(page)
      .first()
      .getByRole('button', { name: t('gallery:favorite') })
      .waitFor();
    await page.waitForLoadState('networkidle');
    await page.reload();
    await cards(page)
      .first()
      .getByRole('button', { name: t('gallery:favorite') })
      .waitFor();
    expect(
      await sheet(page)
        .getByRole('button', { name: t('gallery:unfavorite') })
        .count(),
    ).toBe(0);
  });

  test('a mark that the server refuses goes away again, and is told', async () => {
    const { page } = await openGallery();
    await page.route('**/api/images/*/favorite', (route) => route.fulfill({ status: 500, body: '' }));
    const card = cards(page).first();
    await card.hover();
    await card.getByRole('button', { name: t('gallery:favorite') }).click();
    await page.getByText(t('gallery:operationFailed')).waitFor();
    await card.getByRole('button', { name: t('gallery:favorite') }).waitFor();
    expect(await card.getByRole('button', { name: t('gallery:unfavorite') }).count()).toBe(0);
  });

  test('is downloaded in its format, under a name that says what it is', async () => {
    const { page } = await openGallery();
    const card = cards(page).first();
    await card.hover();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      card.getByRole('button', { name: t('gallery:download') }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/heron.*\.webp$/i);
    expect((await readFile(await file.path())).subarray(0, 4).toString()).toBe(WEBP);
  });

  test('whose file cannot be loaded says so, and keeps its place and its description', async () => {
    const { page, context } = await visitors.as(owner);
    await context.route('**/api/files/**', (route) => route.abort());
    await page.goto('/gallery');
    const tile = cards(page).first().getByRole('img');
    await tile.getByText(t('common:picture.failed')).waitFor();
    expect(await tile.getAttribute('aria-label')).toContain(prompts.second);
    const box = await tile.boundingBox();
    expect(Math.round(box?.width ?? 0)).toBe(Math.round(box?.height ?? 1));
  });
});

describe('without the server', () => {
  test('no network: a line says so, what is loaded stays, and it goes on by itself', async () => {
    const { page, context } = await openGallery();
    await context.setOffline(true);
    await page.getByText(t('common:offline')).waitFor();
    expect(await cards(page).count()).toBe(GALLERY_PAGE_SIZE);
    await pages(page)
      .getByRole('button', { name: t('common:pagination.next') })
      .click();
    await page.getByText(t('errors:codes.NETWORK')).first().waitFor();
    await context.setOffline(false);
    await page.getByText(t('common:offline')).waitFor({ state: 'detached' });
    await sheet(page).getByText('No. 0001').waitFor();
  });

  test('API down: pages say so in words, and a press loads them once it is back', async () => {
    const { page } = await openGallery();
    await product.running.stopPart('api');
    try {
      await pages(page)
        .getByRole('button', { name: t('common:pagination.next') })
        .click();
      await page.getByText(t('gallery:failedTitle')).waitFor();
      await page.getByText(t('errors:codes.SERVICE_UNAVAILABLE')).first().waitFor();
      await page.goto('/faq');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.goto('/gallery?page=2');
      await page.getByText(t('errors:codes.SERVICE_UNAVAILABLE')).first().waitFor();
    } finally {
      await product.running.start('api');
    }
    await page.getByRole('button', { name: t('common:actions.retry') }).click();
    await sheet(page).getByText('No. 0001').waitFor();
    expect(new URL(page.url()).pathname).toBe('/gallery');
  });
});

test('an empty gallery leads to the first picture', async () => {
  const person = await newPerson(product.running.url, { name: 'Empty', handle: 'gallery-empty' });
  const { page } = await visitors.as(person);
  await page.goto('/gallery');
  await page.getByText(t('gallery:emptyTitle')).waitFor();
  await page.getByRole('link', { name: t('gallery:start') }).click();
  await page.getByRole('heading', { level: 1, name: t('generate:title') }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/generate');
});
