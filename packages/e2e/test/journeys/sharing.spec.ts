import { LOCALES, type Generation, type Locale } from '@app/contracts';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from '../../src/axe.js';
import { useVisitors } from '../../src/browser-visitors.js';
import { useBrowser } from '../../src/browser.js';
import { useDatabase } from '../../src/database.js';
import { useProduct } from '../../src/product.js';
import { newPerson, type Person } from '../../src/sign-in-person.js';
import { inLocale, text } from '../../src/texts.js';

const PROMPT = 'A kingfisher over a mill stream';
const OWNER = { name: 'Marlene Ownersname', handle: 'share-owner' };
const WEBP = 'RIFF';

const product = useProduct();
const visitors = useVisitors(product, useBrowser());
const database = useDatabase(product);

let owner: Person;
let image: string;

beforeAll(async () => {
  owner = await newPerson(product.running.url, OWNER);
  const body = { prompt: PROMPT, model: 'sd3.5-flash', style: 'pixel-art', size: '3:2', output_format: 'webp' };
  image = (await owner.call<Generation>('POST', '/images/generate', body)).id;
  for (;;) {
    const { status } = await owner.call<Generation>('GET', `/images/generations/${image}`);
    if (status === 'completed') return;
    if (status === 'failed') throw new Error('The picture was not made');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}, 120_000);

const button = (page: Page, locale: Locale, key: string) => page.getByRole('button', { name: text(locale, key) });

/** The owner shares the picture that they have just made; answers the page with the open dialog, and the link. */
async function share(locale: Locale): Promise<{ page: Page; link: string }> {
  const { page } = await visitors.as(owner, locale);
  await page.addInitScript((id) => sessionStorage.setItem('generate_visit', JSON.stringify([id])), image);
  await page.goto(inLocale(locale, '/generate'));
  await button(page, locale, 'generate:result.share').click();
  const field = page.getByLabel(text(locale, 'sharing:dialog.link'));
  await field.waitFor();
  return { page, link: await field.inputValue() };
}

async function openAsStranger(locale: Locale, link: string): Promise<Page> {
  const { page } = await visitors.stranger(locale);
  await page.goto(link);
  return page;
}
const shown = (page: Page) => page.getByRole('img', { name: PROMPT });
const heading = (page: Page, locale: Locale, key: string) =>
  page.getByRole('heading', { name: text(locale, key) }).waitFor();

describe.each(LOCALES)('in %s', (locale) => {
  test('a picture is shared, seen in another browser without signing in, and its link ended', async () => {
    const { page, link } = await share(locale);
    expect(new URL(link).pathname).toMatch(locale === 'zh' ? /^\/zh\/shared\/[\w-]+$/ : /^\/shared\/[\w-]+$/);
    expect(await accessibilityFaults(page)).toEqual([]);
    // Where the clipboard is withheld, the older way still works.
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await button(page, locale, 'sharing:copyLink').click();
    await button(page, locale, 'common:actions.copied').waitFor();

    const stranger = await openAsStranger(locale, link);
    await shown(stranger).waitFor();
    expect(await shown(stranger).evaluate((img) => (img as HTMLImageElement).decode().then(() => 'pixels'))).toBe(
      'pixels',
    );
    const all = await stranger.locator('body').innerText();
    expect([OWNER.name, OWNER.handle].filter((word) => all.includes(word))).toEqual([]);
    expect(await stranger.locator('meta[name="robots"]').getAttribute('content')).toBe('noindex');
    expect(await accessibilityFaults(stranger)).toEqual([]);
    const [file] = await Promise.all([
      stranger.waitForEvent('download'),
      button(stranger, locale, 'sharing:download').click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/kingfisher.*\.webp$/i);
    expect((await readFile(await file.path())).subarray(0, 4).toString()).toBe(WEBP);

    await button(page, locale, 'sharing:dialog.stop').click();
    const question = page.getByRole('group', { name: text(locale, 'sharing:dialog.stopQuestion') });
    await question.getByRole('button', { name: text(locale, 'sharing:dialog.stop') }).click();
    await page.getByText(text(locale, 'sharing:dialog.stopped')).waitFor();
    await stranger.reload();
    await heading(stranger, locale, 'sharing:notFound.title');
    expect(await shown(stranger).count()).toBe(0);
    expect(await accessibilityFaults(stranger)).toEqual([]);
  });

  test('a link whose time is over says so', async () => {
    const { link } = await share(locale);
    await database.query(
      `update shares set created_at = now() - interval '8 days', expires_at = now() - interval '1 second'
      where image_id = $1 and revoked_at is null and replaced_at is null`,
      [image],
    );
    const stranger = await openAsStranger(locale, link);
    await heading(stranger, locale, 'sharing:expired.title');
    expect(await accessibilityFaults(stranger)).toEqual([]);
    // Sharing again makes another link, and the old one stays over.
    const again = await share(locale);
    expect(again.link).not.toBe(link);
    await stranger.goto(again.link);
    await shown(stranger).waitFor();
  });

  test('whoever makes their own finds the settings after signing in', async () => {
    const { link } = await share(locale);
    const stranger = await openAsStranger(locale, link);
    await button(stranger, locale, 'sharing:makeYourOwn').click();
    await stranger.waitForURL((url) => url.pathname.endsWith('/login'));
    const redirect = new URL(stranger.url()).searchParams.get('redirect') ?? '';
    expect(redirect).toContain('style=pixel-art');
    expect(await stranger.evaluate(() => sessionStorage.getItem('prompt_draft'))).toBe(PROMPT);
  });
});
