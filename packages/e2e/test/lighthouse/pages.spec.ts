import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { expect, test } from '../../src/fixtures.js';
import { CATEGORIES, PAGE_GOALS, type PageGoals } from '../../src/lighthouse/goals.js';
import { measurePage, type Measurement } from '../../src/lighthouse/measure.js';

const RUNS = 5;
const REPORTS = join(import.meta.dirname, '..', '..', 'test-results', 'lighthouse');
const HEADINGS = [...CATEGORIES, 'largest paint', 'blocking', 'layout shift'];

const wanted = (process.env['LIGHTHOUSE_PAGES'] ?? '').split(' ').filter(Boolean);
const pages = PAGE_GOALS.filter(({ path }) => wanted.length === 0 || wanted.includes(path));

const line = (path: string, cells: readonly string[]): string =>
  path.padEnd(12) + cells.map((cell, index) => cell.padStart((HEADINGS[index]?.length ?? 0) + 2)).join('');

function formatRow(path: string, { scores, largestPaintMs, blockingMs, layoutShift }: Measurement): string {
  const figures = [`${(largestPaintMs / 1000).toFixed(1)} s`, `${blockingMs.toFixed(0)} ms`, layoutShift.toFixed(3)];
  return line(path, [...CATEGORIES.map((category) => String(scores[category])), ...figures]);
}

const findMissed = ({ path, goals }: PageGoals, { scores, imperfect }: Measurement): string[] =>
  CATEGORIES.filter((category) => scores[category] < (goals[category] ?? 0)).map(
    (category) => `${path}: ${category} ${scores[category]} of ${goals[category]} (${imperfect.join(', ')})`,
  );

test('pages reach their goals on a phone', async ({ product, newUser, seedImages, launchOptions }) => {
  expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(wanted));
  const user = await newUser({ plan: 'pro' });
  const sizes = ['1:1', '16:9', '9:16'] as const;
  await seedImages(
    user,
    sizes.map((size) => ({ prompt: 'a fox in the snow', size, count: 12, favorite: true })),
  );
  await mkdir(REPORTS, { recursive: true });
  const { executablePath = '', args = [] } = launchOptions;
  const browser = await puppeteer.launch({ executablePath, args });
  const missed: string[] = [];
  try {
    console.log(line('', HEADINGS));
    for (const page of pages) {
      const tokens = page.signedIn ? { tokens: user.tokens } : {};
      const measured = await measurePage(browser, product.running.url, page, { runs: RUNS, ...tokens });
      console.log(formatRow(page.path, measured));
      missed.push(...findMissed(page, measured));
      await writeFile(join(REPORTS, `${page.path.slice(1).replace('/', '-') || 'home'}.html`), measured.report);
    }
  } finally {
    await browser.close();
  }
  expect(missed).toEqual([]);
});
