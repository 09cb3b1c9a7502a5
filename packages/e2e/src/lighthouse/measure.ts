import { STORAGE_KEYS, type TokenPair } from '@app/contracts';
import lighthouse, { type RunnerResult } from 'lighthouse';
import type { Browser } from 'puppeteer-core';
import { CATEGORIES, type Category, type PageGoals, type Scores } from './goals.js';

export interface Measurement {
  scores: Scores;
  largestPaintMs: number;
  blockingMs: number;
  layoutShift: number;
  /** Audits that lost points in any run. */
  imperfect: string[];
  /** The page that Lighthouse writes about the run in the middle. */
  report: string;
}

const inTheMiddle = <T>(values: readonly T[], by: (value: T) => number): T => {
  const middle = values.toSorted((a, b) => by(a) - by(b))[values.length >> 1];
  if (middle === undefined) throw new Error('nothing was measured');
  return middle;
};

const scoreOf = ({ lhr }: RunnerResult, category: Category): number =>
  Math.round((lhr.categories[category]?.score ?? 0) * 100);

const TRIES = 3;

/** A profile of its own; Lighthouse empties its caches and keeps what is stored. */
async function runOnce(browser: Browser, url: string, tokens?: TokenPair, triesLeft = TRIES): Promise<RunnerResult> {
  const profile = await browser.createBrowserContext();
  try {
    const page = await profile.newPage();
    if (tokens) {
      await page.goto(new URL('/robots.txt', url).href);
      const stored = [
        [STORAGE_KEYS.accessToken, tokens.access_token],
        [STORAGE_KEYS.refreshToken, tokens.refresh_token],
      ] as const;
      await page.evaluate((entries) => entries.forEach(([key, value]) => localStorage.setItem(key, value)), stored);
    }
    const result = await lighthouse(url, { logLevel: 'silent', output: 'html' }, undefined, page);
    const { runtimeError, finalDisplayedUrl: shown } = result?.lhr ?? {};
    // A fault of the recording, which says nothing about the page.
    if (runtimeError?.code === 'NO_NAVSTART' && triesLeft > 1)
      return await runOnce(browser, url, tokens, triesLeft - 1);
    if (!result || runtimeError) throw new Error(runtimeError?.message ?? 'Lighthouse measured nothing');
    if (shown !== url) throw new Error(`${url} led to ${shown}`);
    return result;
  } finally {
    await profile.close();
  }
}

function findImperfect(results: readonly RunnerResult[], goals: PageGoals['goals']): string[] {
  const imperfect = results.flatMap(({ lhr }) =>
    CATEGORIES.filter((category) => category in goals)
      .flatMap((category) => lhr.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => id),
  );
  return [...new Set(imperfect)];
}

/** Medians of `runs` runs with the mobile profile, Lighthouse's default. */
export async function measurePage(
  browser: Browser,
  origin: string,
  { path, goals }: PageGoals,
  { runs, tokens }: { runs: number; tokens?: TokenPair },
): Promise<Measurement> {
  const results: RunnerResult[] = [];
  while (results.length < runs) results.push(await runOnce(browser, new URL(path, origin).href, tokens));

  const score = (category: Category): number =>
    scoreOf(
      inTheMiddle(results, (result) => scoreOf(result, category)),
      category,
    );
  const figure = (audit: string): number => {
    const figures = results.map(({ lhr }) => lhr.audits[audit]?.numericValue ?? NaN);
    return inTheMiddle(figures, (value) => value);
  };
  const { report } = inTheMiddle(results, (result) => scoreOf(result, 'performance'));
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    largestPaintMs: figure('largest-contentful-paint'),
    blockingMs: figure('total-blocking-time'),
    layoutShift: figure('cumulative-layout-shift'),
    imperfect: findImperfect(results, goals),
    report: String(report),
  };
}
