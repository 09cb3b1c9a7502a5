import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { publishPages } from './publish-pages.js';

const SITE = join(__dirname, '..', '..', 'test', 'fake-web');
let target = '';

beforeEach(() => {
  target = mkdtempSync(join(tmpdir(), 'pages-'));
});
afterEach(() => rmSync(target, { recursive: true, force: true }));

const titleOf = (page: string): string | undefined =>
  /<title>(.*)<\/title>/.exec(readFileSync(join(target, page), 'utf8'))?.[1];

it.each([
  [undefined, 'API'],
  ['true', 'API'],
  ['false', 'API announced'],
  ['Off', 'API announced'],
])('with FEATURE_PUBLIC_API=%s the page of the API is "%s"', async (FEATURE_PUBLIC_API, title) => {
  await publishPages(SITE, target, { PUBLIC_URL: 'https://studio.example', FEATURE_PUBLIC_API });
  expect([titleOf('api.html'), titleOf('zh/api.html')]).toEqual([title, title]);
  expect(existsSync(join(target, 'api-announced.html'))).toBe(false);
});

it.each([
  [undefined, 'Pricing'],
  ['true', 'Pricing'],
  ['false', 'Pricing without batches'],
  ['0', 'Pricing without batches'],
])('with FEATURE_BATCH=%s the page of the plans is "%s"', async (FEATURE_BATCH, title) => {
  await publishPages(SITE, target, { PUBLIC_URL: 'https://studio.example', FEATURE_BATCH });
  expect(titleOf('pricing.html')).toBe(title);
  expect(existsSync(join(target, 'pricing-without-batches.html'))).toBe(false);
});

it.each([
  [undefined, 'support@example.com'],
  ['', 'support@example.com'],
  ['help&more@studio.example', 'help&amp;more@studio.example'],
])('with SUPPORT_EMAIL=%s people write to "%s"', async (SUPPORT_EMAIL, address) => {
  await publishPages(SITE, target, { PUBLIC_URL: 'https://studio.example', SUPPORT_EMAIL });
  expect(readFileSync(join(target, 'contact.html'), 'utf8')).toContain(`<p>${address}</p>`);
});

it.each(['studio.example', 'help @studio.example', 'a@b@studio.example'])(
  'refuses "%s" as the address that people write to',
  async (SUPPORT_EMAIL) => {
    await expect(publishPages(SITE, target, { PUBLIC_URL: 'https://studio.example', SUPPORT_EMAIL })).rejects.toThrow(
      'SUPPORT_EMAIL must be an email address',
    );
  },
);
