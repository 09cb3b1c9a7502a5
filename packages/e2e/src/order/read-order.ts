import type { Locale } from '@app/contracts';
import type { Page } from '@playwright/test';
import { text } from '../texts.js';
import { readTree } from './read-tree.js';
import { readingFaults, script, walkFaults } from './rules.js';
import { walkThrough, type WalkOptions } from './walk.js';

interface Order {
  faults: string[];
  /** What a screen reader reads from top to bottom, with `Tab` before what Tab stops at. */
  script: string;
}

/** Goes through the page once it is taken over. Only its main content is written down, unless the whole is asked for. */
export async function readOrder(page: Page, locale: Locale, { whole, ready }: WalkOptions): Promise<Order> {
  await page.waitForFunction(() => document.querySelector('#root[data-path]') === null);
  const walk = await walkThrough(page, { whole, ready });
  const lines = await readTree(page);
  const read = lines.filter(({ isInMain, role }) => whole || isInMain || role === 'main');
  return {
    faults: [...walkFaults(walk, text(locale, 'common:nav.skip')), ...readingFaults(lines, walk)],
    script: script(read.length > 0 ? read : lines),
  };
}
