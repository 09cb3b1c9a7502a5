import { LOCALES } from '@app/contracts';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BASE_ENV, expect, test as base } from '../../src/fixtures.js';
import { findOverflow } from '../../src/screens/checks/audit.js';
import { findViolations } from '../../src/screens/checks/axe.js';
import { prepareScreenshot, setTheme } from '../../src/screens/view.js';
import { inLocale, text } from '../../src/texts.js';
import { collectEvents } from '../support/analytics.js';

const ID = 'G-TEST123';
const WEB = join(import.meta.dirname, '..', '..', '..', '..', 'apps', 'web');
const BUILD = join(WEB, 'scripts', 'build.mjs');
/** Beside the pictures of all other screens, whose product asks nobody for consent. */
const PICTURES = join(import.meta.dirname, '..', '..', 'screenshots', 'consent');

/** The product as an installation with an id of Google Analytics builds it. */
const test = base.extend({
  productOptions: [
    async ({ services }, use) => {
      const dir = await mkdtemp(join(tmpdir(), 'web-'));
      await promisify(execFile)(process.execPath, [BUILD, '--outDir', dir], {
        cwd: WEB,
        env: { ...process.env, VITE_GA_ID: ID },
      });
      const env = { ...BASE_ENV, ...services.environment('stability'), VITE_GA_ID: ID };
      await use({ env, partEnv: { web: { WEB_ROOT: dir } } });
      await rm(dir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

test('events reach the collector after consent', async ({ open, newOwner }) => {
  const owner = await newOwner([{ prompt: 'A heron over rice terraces' }]);
  const { page, context } = await open.asUser(owner, 'en');
  const seen = await collectEvents(context);
  await page.goto('/gallery');
  await page.getByRole('button', { name: text('en', 'common:consent.accept') }).click();
  const heart = page.getByRole('button', { name: text('en', 'gallery:favorite') }).first();
  await heart.focus();
  await heart.press('Enter');
  await page
    .getByRole('link', { name: text('en', 'common:nav.pricing') })
    .first()
    .click();
  await expect.poll(() => [...new Set(seen.events)].toSorted()).toEqual(['favorite_image', 'page_view']);
});

test('nothing leaves the browser without consent', async ({ open }) => {
  const { page, context } = await open.asVisitor('en');
  const seen = await collectEvents(context);
  await page.goto('/');
  await page.getByRole('button', { name: text('en', 'common:consent.decline') }).click();
  await page
    .getByRole('link', { name: text('en', 'common:nav.pricing') })
    .first()
    .click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(seen).toEqual({ events: [], elsewhere: [] });
});

for (const locale of LOCALES)
  test(`the question for consent fits, and axe finds nothing in it, in ${locale}`, async ({ open }) => {
    const { page } = await open.asVisitor(locale);
    await page.goto(inLocale(locale, '/'));
    await page.getByRole('button', { name: text(locale, 'common:consent.accept') }).waitFor();
    for (const width of [320, 390, 1280, 1920])
      for (const theme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 844 });
        await setTheme(page, theme);
        const found = [...(await findOverflow(page)), ...(await findViolations(page))];
        expect(found, `${width} ${theme}`).toEqual([]);
        await prepareScreenshot(page);
        await page.screenshot({ path: join(PICTURES, `${locale}-${theme}-${width}.png`), animations: 'disabled' });
      }
  });
