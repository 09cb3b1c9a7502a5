import type { Answer, Locale } from '@app/contracts';
import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expect, test as base } from '../../src/fixtures.js';
import { inLocale, text } from '../../src/texts.js';

const PROMPT = 'A kingfisher over a mill stream';
const OWNER = 'Marlene Ownersname';
const WEBP = 'RIFF';

interface SharedImage {
  /** The owner's page with the open share dialog. */
  page: Page;
  link: string;
  image: string;
}

const test = base.extend<{
  /** An owner with one image shares it. */
  shareImage: (locale: Locale) => Promise<SharedImage>;
}>({
  shareImage: ({ open, newUser, seedImages }, use) =>
    use(async (locale) => {
      const owner = await newUser({ name: OWNER });
      const [image = ''] = await seedImages(owner, [
        { prompt: PROMPT, style: 'pixel-art', size: '3:2', format: 'webp' },
      ]);
      const { page } = await open.asUser(owner, locale);
      await page.goto(inLocale(locale, `/gallery?image=${image}`));
      return { page, link: await openShareDialog(page, locale), image };
    }),
});

async function openShareDialog(page: Page, locale: Locale): Promise<string> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text(locale, 'gallery:share'), exact: true })
    .click();
  const field = page.getByLabel(text(locale, 'sharing:dialog.link'));
  await field.waitFor();
  return field.inputValue();
}

const button = (page: Page, locale: Locale, key: string) => page.getByRole('button', { name: text(locale, key) });
const shown = (page: Page) => page.getByRole('img', { name: PROMPT });
const heading = (page: Page, locale: Locale, key: string) =>
  page.getByRole('heading', { name: text(locale, key) }).waitFor();

test('a shared image is viewed and downloaded without an account until its link is revoked', async ({
  open,
  shareImage,
}) => {
  const locale: Locale = 'zh';
  const { page, link } = await shareImage(locale);
  expect(new URL(link).pathname).toMatch(/^\/zh\/shared\/[\w-]+$/);
  // Without the clipboard API the fallback copies.
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await button(page, locale, 'sharing:copyLink').click();
  await button(page, locale, 'common:actions.copied').waitFor();

  const { page: visitor } = await open.asVisitor(locale);
  await visitor.goto(link);
  await shown(visitor).waitFor();
  const pixels = shown(visitor).evaluate((img) => (img as HTMLImageElement).decode().then(() => 'pixels'));
  expect(await pixels).toBe('pixels');
  await expect(visitor.locator('body')).not.toContainText(OWNER);
  await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  const [file] = await Promise.all([
    visitor.waitForEvent('download'),
    button(visitor, locale, 'sharing:download').click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/kingfisher.*\.webp$/i);
  expect((await readFile(await file.path())).subarray(0, 4).toString()).toBe(WEBP);

  await button(page, locale, 'sharing:dialog.stop').click();
  const question = page.getByRole('group', { name: text(locale, 'sharing:dialog.stopQuestion') });
  await question.getByRole('button', { name: text(locale, 'sharing:dialog.stop') }).click();
  await page.getByText(text(locale, 'sharing:dialog.stopped')).waitFor();
  await visitor.reload();
  await heading(visitor, locale, 'sharing:notFound.title');
  await expect(shown(visitor)).toHaveCount(0);
});

test(
  'an expired link explains itself, and sharing again creates another one',
  { tag: '@proof' },
  async ({ open, shareImage, database }) => {
    const locale: Locale = 'en';
    const { page, link, image } = await shareImage(locale);
    await database.query(
      `update shares set created_at = now() - interval '8 days', expires_at = now() - interval '1 second'
      where image_id = $1`,
      [image],
    );
    const { page: visitor } = await open.asVisitor(locale);
    await visitor.goto(link);
    await heading(visitor, locale, 'sharing:expired.title');
    await page.reload();
    const again = await openShareDialog(page, locale);
    expect(again).not.toBe(link);
    await visitor.goto(again);
    await shown(visitor).waitFor();
  },
);

test('the page of a shared image tells other sites what it shows, without running scripts', async ({
  newUser,
  seedImages,
  request,
}) => {
  const owner = await newUser();
  const [id] = await seedImages(owner, [{ prompt: PROMPT, format: 'webp' }]);
  const { token } = await owner.call<Answer<'images.share'>>('POST', `/images/${id}/share`);
  const html = await (await request.get(`/zh/shared/${token}`)).text();
  const content = (name: string) => new RegExp(`property="og:${name}" content="([^"]*)"`).exec(html)?.[1];
  expect(content('title')).toBe(PROMPT);
  const { pathname, search } = new URL(content('image')?.replaceAll('&amp;', '&') ?? '/nothing', 'http://localhost');
  const file = await request.get(pathname + search);
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'image/webp']);
});
