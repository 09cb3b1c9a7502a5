import { LOCALES } from '@app/contracts';
import type { Locator } from '@playwright/test';
import { expect, test } from '../../src/fixtures.js';
import { holdScripts } from '../../src/hold-requests.js';
import { inLocale, text } from '../../src/texts.js';
import { takingTurns } from '../support/languages.js';

const FRAMES = [
  ['/gallery', 'gallery:title'],
  ['/favorites', 'gallery:favorites.title'],
  ['/profile', 'profile:title'],
  ['/batch', 'batch:title'],
] as const;

for (const locale of LOCALES)
  test(`a page of a session shows its frame before it works, in ${locale}`, async ({ open, newUser }) => {
    const { page } = await open.asUser(await newUser(), locale);
    const release = await holdScripts(page);
    for (const [path, seen] of [...takingTurns(FRAMES, locale), ['/generate', 'generate:title']] as const) {
      await page.goto(inLocale(locale, path), { waitUntil: 'load' });
      await expect(page.locator('[inert] main h1'), path).toHaveText(text(locale, seen));
    }
    await expect(page.locator('[inert] textarea')).toBeVisible();
    await expect(page.locator('[data-for-visitors]')).toBeHidden();
    release();
    await page.getByRole('main').getByRole('textbox').first().fill('a fox');
    await expect(page.locator('[inert]')).toHaveCount(0);
  });

for (const path of ['/gallery', '/favorites'] as const)
  test(
    `the images of ${path} are there before its scripts, and stay where they are`,
    { tag: path === '/gallery' ? [] : ['@proof'] },
    async ({ open, newOwner }) => {
      const sizes = ['16:9', '1:1', '9:21', '21:9'] as const;
      const owner = await newOwner(sizes.map((size) => ({ prompt: `a fox ${size}`, size, favorite: true })));
      const { page } = await open.asUser(owner, 'en');
      // In several rows.
      await page.setViewportSize({ width: 390, height: 844 });
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      const release = await holdScripts(page);
      await page.goto(path, { waitUntil: 'load' });
      const places = async (within: string): Promise<(string | number)[][]> => {
        const images = page.locator(`${within} img[srcset]`);
        await expect(images).toHaveCount(sizes.length);
        return images.evaluateAll(async (all: HTMLImageElement[]) => {
          await Promise.all(all.map((image) => image.decode()));
          return all.map((image) => {
            const { x, y, width, height } = image.getBoundingClientRect();
            return [image.currentSrc, ...[x, y, width, height].map(Math.round)];
          });
        });
      };
      const early = await places('[inert]');
      release();
      await expect(page.locator('[inert]')).toHaveCount(0);
      expect(await places('main')).toEqual(early);
      const again = asked.filter((each, index) => asked.indexOf(each) !== index);
      expect(again.filter((each) => /^\/api\/(images|auth|files)/.test(each))).toEqual([]);
    },
  );

test('who is signed in stands on the profile before its scripts, and stays in its place', async ({ open, newUser }) => {
  const user = await newUser();
  const { page } = await open.asUser(user, 'en');
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await holdScripts(page);
  await page.goto('/profile?tab=settings', { waitUntil: 'load' });
  const name = page.locator('[inert] [data-person="name"]');
  await expect(name).toHaveText(user.account.name);
  await expect(page.locator('[inert] [role="tab"][aria-selected="true"]')).toHaveCount(0);
  const placeOf = async (place: Locator) => {
    const { x, y, height } = (await place.boundingBox()) ?? {};
    return [x, y, height].map((length) => Math.round(length ?? NaN));
  };
  const early = await Promise.all([placeOf(name), placeOf(page.locator('[inert] [role="tablist"]'))]);
  release();
  await expect(page.locator('[inert]')).toHaveCount(0);
  await expect(page.getByRole('tab', { name: 'Settings', selected: true })).toBeVisible();
  const main = page.getByRole('main');
  expect(
    await Promise.all([
      placeOf(main.getByText(user.account.name, { exact: true })),
      placeOf(main.getByRole('tablist')),
    ]),
  ).toEqual(early);
});

test('what starts a batch is there before its scripts for those whose plan has it', async ({ open, newUser }) => {
  for (const [plan, isThere] of [
    ['pro', true],
    ['free', false],
  ] as const) {
    const { page } = await open.asUser(await newUser({ plan }), 'en');
    const release = await holdScripts(page);
    await page.goto('/batch', { waitUntil: 'load' });
    // After `first-person.js`, which reads it first.
    await page.evaluate(async () => {
      const { earlyAnswers } = window as unknown as { earlyAnswers: { answers: Record<string, Promise<Response>> } };
      const [profile] = Object.values(earlyAnswers.answers);
      await (await profile)?.clone().json();
      await new Promise(requestAnimationFrame);
    });
    await expect(page.locator('[inert] textarea').first()).toBeVisible({ visible: isThere });
    release();
    await expect(page.locator('[inert]')).toHaveCount(0);
    await expect(page.getByLabel('Prompts, one per line')).toHaveCount(isThere ? 1 : 0);
  }
});

test(
  'a batch that was started has its frame, without that of the page which starts one',
  { tag: '@proof' },
  async ({ open, newUser }) => {
    const { page } = await open.asUser(await newUser({ plan: 'pro' }), 'en');
    const release = await holdScripts(page);
    await page.goto('/batch/00000000-0000-4000-8000-000000000000', { waitUntil: 'load' });
    await expect(page.locator('[inert] nav').first()).toBeAttached();
    await expect(page.locator('[inert] h1')).toHaveCount(0);
    release();
    await expect(page.getByText('No such batch')).toBeVisible();
  },
);

test(
  'a list that is long in coming has grey prints before its scripts, and no gap when the page takes over',
  { tag: '@proof' },
  async ({ open, newUser }) => {
    const { page } = await open.asUser(await newUser(), 'en');
    await page.route('**/api/images?*', () => undefined);
    const release = await holdScripts(page);
    await page.goto('/gallery', { waitUntil: 'commit' });
    await expect(page.locator('[inert] [data-waiting]').first()).toBeVisible();
    await expect(page.locator('[inert] [data-shown]')).toHaveCSS('opacity', '1');
    await page.evaluate(() => {
      const print = () => document.querySelector('main [data-waiting]');
      const watch = () => {
        if (document.documentElement.dataset['gap'] !== undefined) return;
        const place = print()?.closest('div[aria-busy="true"], [inert]');
        const opacity = place ? getComputedStyle(place).opacity : 'none';
        if (!print()?.checkVisibility({ visibilityProperty: true }) || opacity !== '1')
          document.documentElement.dataset['gap'] = opacity;
      };
      new MutationObserver(watch).observe(document, { subtree: true, childList: true, attributes: true });
    });
    release();
    await expect(page.locator('[inert]')).toHaveCount(0);
    await expect(page.locator('main [data-waiting]').first()).toBeVisible();
    expect(await page.locator('html').getAttribute('data-gap')).toBeNull();
  },
);

test('who is not signed in is led from a page of a session to the login page before any script of it', async ({
  open,
}) => {
  const { page } = await open.asVisitor('zh');
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.goto('/zh/gallery?q=a%26b', { waitUntil: 'commit' });
  await page.waitForURL((url) => url.pathname === '/zh/login');
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/zh/gallery?q=a%26b');
});
