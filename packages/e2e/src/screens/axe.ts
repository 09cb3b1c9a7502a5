import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { still } from '../still.js';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Instead of half a megabyte that would be read twice for each look at a page that has it. */
const ALREADY_THERE = 'undefined';

// Only what is wrong is told, style sheets are not fetched again, and there are no frames: three times as fast.
async function faultsOf(page: Page, narrow: (all: AxeBuilder) => AxeBuilder): Promise<string[]> {
  await still(page);
  const there = await page.evaluate(() => 'axe' in window);
  const all = new AxeBuilder({ page, ...(there && { axeSource: ALREADY_THERE }) });
  const checks = narrow(all.setLegacyMode().options({ resultTypes: ['violations'], preload: false }));
  const { violations } = await checks.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** What axe finds wrong on the page once nothing moves, one line each: rule, element, what to do. */
export const accessibilityFaults = (page: Page): Promise<string[]> => faultsOf(page, (all) => all.withTags(TAGS));

/** The same for what a change of theme can break. */
export const contrastFaults = (page: Page): Promise<string[]> =>
  faultsOf(page, (all) => all.withRules(['color-contrast']));
