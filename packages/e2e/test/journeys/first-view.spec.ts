import { DEFAULT_LOCALE, DEFAULT_PRODUCT_NAME, LOCALES } from '@app/contracts';
import type { Page } from '@playwright/test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { BASE_ENV, expect, test } from '../../src/fixtures.js';
import { holdScripts } from '../../src/hold-requests.js';
import { inLocale, text } from '../../src/texts.js';
import { takingTurns } from '../support/languages.js';
import { expectMeta } from '../support/page-meta.js';

const DIST = join(import.meta.dirname, '..', '..', '..', '..', 'apps', 'web', 'dist');
const KIB = 1024;
const PUBLIC_PAGES = [
  '/',
  '/pricing',
  '/explore',
  '/guide',
  '/faq',
  '/contact',
  '/api',
  '/terms',
  '/privacy',
  '/cookies',
  '/login',
];

const gzipKib = (path: string): number => statSync(join(DIST, `${path}.gz`)).size / KIB;

/** Scripts and styles that the browser asks for until the page rests. */
async function filesOf(page: Page, path: string): Promise<{ scripts: string[]; styles: string[] }> {
  const found = { scripts: new Set<string>(), styles: new Set<string>() };
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) found.scripts.add(pathname);
    if (pathname.endsWith('.css')) found.styles.add(pathname);
  });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  return { scripts: [...found.scripts], styles: [...found.styles] };
}

for (const locale of LOCALES) {
  test(`every public page is taken over as it was prerendered, with title, description and one heading, in ${locale}`, async ({
    open,
  }) => {
    const { page } = await open.asVisitor(locale);
    // The fixture fails the test for any message of a failed hydration.
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => document.querySelector('h1')?.setAttribute('data-kept', ''));
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) =>
        document.documentElement.setAttribute('data-violation', `${violatedDirective} in ${sourceFile}`),
      );
    });
    for (const path of takingTurns(PUBLIC_PAGES, locale)) {
      await page.goto(inLocale(locale, path));
      expect(await page.locator('h1[data-kept]').count(), path).toBe(1);
      expect(await page.locator('html').getAttribute('data-violation'), path).toBeNull();
      await expectMeta(page, locale, path.slice(1) || 'home');
    }
  });

  for (const path of ['/', '/pricing'])
    test(
      `${inLocale(locale, path)} needs at most 150 KiB of script in 8 files and 12 KiB of styles`,
      {
        tag: locale === DEFAULT_LOCALE ? [] : ['@proof'],
      },
      async ({ open }) => {
        const { page } = await open.asVisitor(locale);
        const { scripts, styles } = await filesOf(page, inLocale(locale, path));
        expect(scripts.length, scripts.join(' ')).toBeLessThanOrEqual(8);
        expect(scripts.reduce((sum, file) => sum + gzipKib(file), 0)).toBeLessThanOrEqual(150);
        expect(styles.reduce((sum, file) => sum + gzipKib(file), 0)).toBeLessThanOrEqual(12);
      },
    );
}

test('what is typed and pressed before the page works is done once it does', async ({ open }) => {
  const { page } = await open.asVisitor('en');
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'load' });
  await page.getByRole('main').getByRole('textbox').fill('a fox in the snow');
  await page
    .getByRole('main')
    .getByRole('button', { name: text('en', 'home:hero.getStarted') })
    .click();
  release();
  await page.waitForURL('**/login**');
  await expect(page.getByRole('main')).toContainText('a fox in the snow');
});

test.describe('on a phone', () => {
  /** Works below the first one, whose file has been asked for. */
  async function openHome(page: Page) {
    const asked = new Set<string>();
    page.on('request', (request) => {
      const name = /\/samples\/works\/([^.]+)\./.exec(request.url())?.[1];
      if (name !== undefined) asked.add(name);
    });
    await page.setViewportSize({ width: 390, height: 844 });
    const release = await holdScripts(page);
    await page.goto('/', { waitUntil: 'load' });
    await expect(page.getByRole('main').locator('img').first()).toHaveJSProperty('complete', true);
    return { asked, release };
  }

  test('images below the fold are fetched after the scripts', async ({ open }) => {
    const { page } = await open.asVisitor('en');
    const { asked, release } = await openHome(page);
    expect([...asked]).toHaveLength(1);
    release();
    await expect.poll(() => asked.size).toBeGreaterThan(2);
    await expect(page.locator('[data-below-fold] img').first()).toBeVisible();
  });

  test('images below the fold are fetched as soon as somebody scrolls', async ({ open }) => {
    const { page } = await open.asVisitor('en');
    const { asked } = await openHome(page);
    await page.mouse.wheel(0, 300);
    await expect.poll(() => asked.size).toBeGreaterThan(2);
  });
});

test.describe('without scripts', () => {
  for (const locale of LOCALES)
    test(`public pages show their text, and say what they are, in ${locale}`, async ({ open }) => {
      const { page } = await open.asVisitor(locale, { javaScriptEnabled: false });
      const titles = new Set<string>();
      const pages = takingTurns(PUBLIC_PAGES, locale);
      for (const path of pages) {
        await page.goto(inLocale(locale, path));
        await expect(page.locator('main h1'), path).toBeVisible();
        expect(await page.locator('main').innerText(), path).not.toMatch(/%[A-Z_]+%/);
        const own = `${new URL(page.url()).origin}${inLocale(locale, path)}`;
        if (path !== '/login') {
          await expect(page.locator('link[rel="canonical"]'), path).toHaveAttribute('href', own);
          await expect(page.locator('link[rel="alternate"]'), path).toHaveCount(LOCALES.length + 1);
        }
        expect(await page.locator('meta[name="description"]').getAttribute('content'), path).toMatch(/.{10}/);
        titles.add(await page.title());
      }
      expect(titles.size).toBe(pages.length);
    });

  test('the guide shows both works of a pair side by side', async ({ open }) => {
    const { page } = await open.asVisitor('en', { javaScriptEnabled: false });
    await page.goto('/guide');
    const [left, right] = await page.locator('main figure').first().locator('img').all();
    const [one, other] = [await left?.boundingBox(), await right?.boundingBox()];
    expect(one && other && one.x + one.width <= other.x).toBe(true);
  });

  test('pages of a session are not for search engines, unknown addresses are 404', async ({ open }) => {
    const { page } = await open.asVisitor('en', { javaScriptEnabled: false });
    for (const path of ['/generate', '/gallery', '/profile', '/login']) {
      expect((await page.goto(path))?.status(), path).toBe(200);
      await expect(page.locator('meta[name="robots"]'), path).toHaveAttribute('content', 'noindex');
    }
    expect((await page.goto('/zh/nothing'))?.status()).toBe(404);
    await expect(page.locator('h1')).toHaveText(text('zh', 'common:notFound.title'));
    await expect(page).toHaveTitle(`${text('zh', 'meta:notFound.title')} - ${DEFAULT_PRODUCT_NAME}`);
  });
});

test('the free credits on the pages are those of the installation', async ({ open, product }) => {
  const { page } = await open.asVisitor('en', { javaScriptEnabled: false });
  await page.goto('/pricing');
  const answer = await fetch(`${product.running.url}/api/quota/plans`);
  const { data } = (await answer.json()) as { data: { freeMonthlyCredits: number } };
  await expect(page.locator('main')).toContainText(
    text('en', 'pricing:features.allowance.both', { credits: data.freeMonthlyCredits }),
  );
});

for (const javaScriptEnabled of [true, false])
  test(`people write to the address of the installation, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
    open,
  }) => {
    const { page } = await open.asVisitor('zh', { javaScriptEnabled });
    await page.goto('/zh/contact');
    const link = page.getByRole('link', { name: BASE_ENV.SUPPORT_EMAIL });
    await expect(link).toHaveAttribute('href', `mailto:${BASE_ENV.SUPPORT_EMAIL}`);
  });

for (const locale of LOCALES)
  test(
    `the app can be installed, in ${locale}`,
    { tag: locale === DEFAULT_LOCALE ? ['@proof'] : [] },
    async ({ open, product }) => {
      const { page, context } = await open.asVisitor(locale);
      await page.goto(inLocale(locale, '/'));
      const session = await context.newCDPSession(page);
      const { url, data, errors } = await session.send('Page.getAppManifest');
      expect(errors).toEqual([]);
      expect(new URL(url).pathname).toBe(inLocale(locale, '/app.webmanifest'));
      const manifest = JSON.parse(data ?? '') as { start_url: string; icons: { src: string }[] };
      expect(manifest.start_url).toBe(inLocale(locale, '/generate'));
      for (const { src } of manifest.icons) expect((await fetch(product.running.url + src)).status, src).toBe(200);
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
      // A private window of the browser, as tests use, can install nothing.
      expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
    },
  );

test('the bars of the browser have the colour of the page, also of a chosen theme', async ({ open }) => {
  const { page } = await open.asVisitor('en', { colorScheme: 'light' });
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  await page.goto('/');
  const used = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')]
      .filter(({ media }) => matchMedia(media).matches)
      .map(({ content }) => content),
  );
  const background = await page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d');
    if (canvas === null) throw new Error('no canvas');
    canvas.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  });
  expect(used).toHaveLength(1);
  // Browsers round colours of the page differently.
  const channels = Buffer.from(used[0]?.slice(1) ?? '', 'hex');
  expect(Math.max(...background.map((value, index) => Math.abs(value - (channels[index] ?? 0))))).toBeLessThanOrEqual(
    2,
  );
});

test('while the API is down public pages work, and signing in says that it does not', async ({ open }) => {
  const { page, context } = await open.asVisitor('en');
  await context.route('**/api/**', (route) => route.fulfill({ status: 503, body: 'down' }));
  await page.goto('/');
  await page
    .getByRole('link', { name: text('en', 'common:nav.pricing') })
    .first()
    .click();
  await page.waitForURL('/pricing');
  await expect(page.locator('main h1')).toHaveText(text('en', 'pricing:title'));
  await page.goto('/login');
  await page.getByRole('button', { name: text('en', 'session:login.with', { provider: 'Google' }) }).click();
  await expect(page.getByRole('alert')).toBeVisible();
});

test(
  'while the API is down every public page keeps its text for somebody who has signed in',
  { tag: '@proof' },
  async ({ open, newUser }) => {
    const { page, context } = await open.asUser(await newUser(), 'en');
    const paths = PUBLIC_PAGES.filter((path) => path !== '/login');
    await context.route('**/api/**', (route) => route.fulfill({ status: 503, body: 'down' }));
    await page.addInitScript(() =>
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.dataset['delivered'] = document.querySelector('main h1')?.textContent;
      }),
    );
    for (const path of paths) {
      await page.goto(path);
      const heading = await page.locator('html').getAttribute('data-delivered');
      expect(heading, path).toMatch(/\w/);
      await page.waitForLoadState('networkidle');
      await expect(page.locator('main h1'), path).toHaveText(heading ?? '');
    }
  },
);
