import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { waitForTransitions } from './transitions.js';

declare global {
  interface Window {
    axe: Pick<typeof axe, 'run'>;
  }
}

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

// Reports violations only, and skips style sheets.
async function runAxe(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  await waitForTransitions(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const violations = await page.evaluate(async (only) => {
    const found = await window.axe.run({ runOnly: only, resultTypes: ['violations'], preload: false });
    return found.violations;
  }, runOnly);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

export const findViolations = (page: Page): Promise<string[]> => runAxe(page, { type: 'tag', values: TAGS });

/** Violations that another theme can cause. */
export const findContrastViolations = (page: Page): Promise<string[]> =>
  runAxe(page, { type: 'rule', values: ['color-contrast'] });
