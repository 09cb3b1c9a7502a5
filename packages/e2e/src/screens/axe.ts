import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { waitForTransitions } from './transitions.js';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** axe is half a megabyte and is not loaded again into a page that has it. */
const LOADED_SOURCE = 'undefined';

// Reports violations only, and skips style sheets and frames: three times as fast.
async function runAxe(page: Page, narrow: (all: AxeBuilder) => AxeBuilder): Promise<string[]> {
  await waitForTransitions(page);
  const there = await page.evaluate(() => 'axe' in window);
  const all = new AxeBuilder({ page, ...(there && { axeSource: LOADED_SOURCE }) });
  const checks = narrow(all.setLegacyMode().options({ resultTypes: ['violations'], preload: false }));
  const { violations } = await checks.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

export const findViolations = (page: Page): Promise<string[]> => runAxe(page, (all) => all.withTags(TAGS));

/** Violations that another theme can cause. */
export const findContrastViolations = (page: Page): Promise<string[]> =>
  runAxe(page, (all) => all.withRules(['color-contrast']));
