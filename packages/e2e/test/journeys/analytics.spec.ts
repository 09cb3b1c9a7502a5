import type { BrowserContext } from '@playwright/test';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BASE_ENV, expect, test as base } from '../../src/fixtures.js';
import { text } from '../../src/texts.js';

const ID = 'G-TEST123';
const WEB = join(import.meta.dirname, '..', '..', '..', '..', 'apps', 'web');
const BUILD = join(WEB, 'scripts', 'build.mjs');

/** Does what Google's script does with the commands of the page: sends each event to the collector. */
const STAND_IN_SCRIPT = `
  const send = ([command, name, values]) => command === 'event' &&
    fetch('https://region1.google-analytics.com/g/collect?en=' + name, { method: 'POST', mode: 'no-cors', body: JSON.stringify(values ?? {}) });
  const layer = window.dataLayer;
  layer.forEach(send);
  layer.push = (entry) => { send(entry); return Array.prototype.push.call(layer, entry); };`;

/** Plays Google for the pages of a browser. The policy of a page is enforced before a request gets here. */
async function collectEvents(context: BrowserContext): Promise<{ events: string[]; elsewhere: string[] }> {
  const seen = { events: [] as string[], elsewhere: [] as string[] };
  context.on('request', (request) => {
    const { hostname } = new URL(request.url());
    if (hostname !== 'localhost' && hostname !== '127.0.0.1') seen.elsewhere.push(hostname);
  });
  await context.route('https://www.googletagmanager.com/gtag/js?*', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: STAND_IN_SCRIPT }),
  );
  await context.route('https://region1.google-analytics.com/g/collect?*', (route) => {
    seen.events.push(new URL(route.request().url()).searchParams.get('en') ?? '');
    return route.fulfill({ status: 204 });
  });
  return seen;
}

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

base('nothing leaves the browser where no id is configured', async ({ open }) => {
  const { page, context } = await open.asVisitor('en');
  const seen = await collectEvents(context);
  await page.addInitScript(() => localStorage.setItem('analytics_consent', 'granted'));
  await page.goto('/');
  await page
    .getByRole('link', { name: text('en', 'common:nav.pricing') })
    .first()
    .click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(seen).toEqual({ events: [], elsewhere: [] });
  expect(await page.getByRole('button', { name: text('en', 'common:consent.accept') }).count()).toBe(0);
});
