import type { Page } from '@playwright/test';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readTree } from '../src/order/read-tree.js';
import { readingFaults, script, walkFaults } from '../src/order/rules.js';
import { walkThrough } from '../src/order/walk.js';
import { expect, test } from '../src/screens/fixtures.js';
import { SCREENS } from '../src/screens/screens.js';
import type { Screen } from '../src/screens/view.js';
import { text } from '../src/texts.js';

/**
 * One file per screen: what a screen reader reads from top to bottom, with `Tab` before what Tab stops at. A new screen
 * begins with an empty file; `npm test -- e2e screen-order --update-snapshots` writes what is found, to be read.
 */
const SCRIPTS = join(import.meta.dirname, 'order');
/** Also the bars above and below the content, which are the same on every screen. */
const WHOLE = ['home', 'home-signed-in'];
/** What comes with the first key, or with a later answer. */
const LATE: Partial<Record<string, (page: Page) => Promise<void>>> = {
  'batch-rows': (page) => page.getByRole('link', { name: text('en', 'batch:seePlans') }).waitFor(),
  'home-signed-in': (page) => page.getByRole('button', { name: /credits left/ }).waitFor(),
  pricing: (page) =>
    page
      .getByRole('button', { name: text('en', 'pricing:pay.paypal') })
      .last()
      .waitFor(),
};

function screenOf(file: string): Screen {
  const screen = SCREENS.find(({ name }) => name === basename(file, '.txt'));
  if (!screen) throw new Error(`${file} is the order of no screen`);
  return screen;
}

// The tests are distributed to the workers.
test.describe.configure({ mode: 'parallel' });

for (const screen of readdirSync(SCRIPTS).map(screenOf))
  test(`${screen.name} is gone through by Tab in the order in which it is read`, async ({ audit }) => {
    const errors = await audit.visit(screen, { locale: 'en', width: 1280 }, async (page) => {
      await page.waitForFunction(() => document.querySelector('#root[data-path]') === null);
      const whole = WHOLE.includes(screen.name);
      const walk = await walkThrough(page, { whole, ready: async () => LATE[screen.name]?.(page) });
      const lines = await readTree(page);
      const read = lines.filter(({ isInMain, role }) => whole || isInMain || role === 'main');
      expect([...walkFaults(walk, text('en', 'common:nav.skip')), ...readingFaults(lines, walk)]).toEqual([]);
      expect(script(read.length > 0 ? read : lines)).toMatchSnapshot(`${screen.name}.txt`);
    });
    expect(errors).toEqual([]);
  });
