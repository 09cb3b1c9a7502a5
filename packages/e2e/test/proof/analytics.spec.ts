import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BASE_ENV, expect, test as base } from '../../src/fixtures.js';
import { text } from '../../src/texts.js';
import { collectEvents } from '../support/analytics.js';

const ID = 'G-TEST123';
const WEB = join(import.meta.dirname, '..', '..', '..', '..', 'apps', 'web');
const BUILD = join(WEB, 'scripts', 'build.mjs');

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
