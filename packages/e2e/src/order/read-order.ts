import type { Locale } from '@app/contracts';
import type { Page } from '@playwright/test';
import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { SCREENS } from '../screens/screens.js';
import type { Screen } from '../screens/view.js';
import { text } from '../texts.js';
import { readTree } from './read-tree.js';
import { readingFaults, script, walkFaults } from './rules.js';
import { walkThrough } from './walk.js';

interface Order {
  faults: string[];
  /** What a screen reader reads from top to bottom, with `Tab` before what Tab stops at. */
  script: string;
}

/** Also the bars above and below the content, which are the same on every screen. */
const WHOLE = ['home', 'home-signed-in'];
/** What comes with the first key, or with a later answer. */
const LATE: Partial<Record<string, (page: Page, locale: Locale) => Promise<void>>> = {
  'batch-rows': (page, locale) => page.getByRole('link', { name: text(locale, 'batch:seePlans') }).waitFor(),
  'home-signed-in': (page) => page.getByRole('button', { name: /credits left/ }).waitFor(),
  pricing: (page, locale) =>
    page
      .getByRole('button', { name: text(locale, 'pricing:pay.paypal') })
      .last()
      .waitFor(),
};

/** The screens whose orders are the files of a folder. */
export const scriptedScreens = (folder: string): Screen[] =>
  readdirSync(folder).map((file) => {
    const screen = SCREENS.find(({ name }) => name === basename(file, '.txt'));
    if (!screen) throw new Error(`${file} is the order of no screen`);
    return screen;
  });

/** Goes through a screen once it is taken over. */
export async function readOrder(page: Page, locale: Locale, { name }: Screen): Promise<Order> {
  await page.waitForFunction(() => document.querySelector('#root[data-path]') === null);
  const whole = WHOLE.includes(name);
  const walk = await walkThrough(page, { whole, ready: async () => LATE[name]?.(page, locale) });
  const lines = await readTree(page);
  const read = lines.filter(({ isInMain, role }) => whole || isInMain || role === 'main');
  return {
    faults: [...walkFaults(walk, text(locale, 'common:nav.skip')), ...readingFaults(lines, walk)],
    script: script(read.length > 0 ? read : lines),
  };
}
