import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { readOrder, scriptedScreens } from '../src/order/read-order.js';
import type { Variant } from '../src/screens/checks/audit.js';
import { expect, test } from '../src/screens/fixtures.js';
import { SCREENS } from '../src/screens/screens.js';
import { isDistinct } from '../src/screens/similar-screens.js';
import type { Screen } from '../src/screens/view.js';

/**
 * One file per screen: what a screen reader reads from top to bottom, with `Tab` before what Tab stops at. A new screen
 * begins with an empty file; `npm test -- e2e screens --update-snapshots` writes what is found, to be read.
 */
const SCRIPTS = join(import.meta.dirname, 'order');
const SCRIPTED = scriptedScreens(SCRIPTS);

/** Orders are written for this one. The proof checks every screen in all eight combinations. */
const ORDERED: Variant = { locale: 'en', width: 1280, theme: 'dark' };
const OTHER: Variant = { locale: 'zh', width: 390, theme: 'light' };

const variantOf = (screen: Screen): Variant =>
  SCRIPTED.includes(screen) || screen.widths?.includes(OTHER.width) === false ? ORDERED : OTHER;

async function checkOrder(page: Page, screen: Screen): Promise<void> {
  const order = await readOrder(page, 'en', screen);
  expect(order.faults).toEqual([]);
  expect(order.script).toMatchSnapshot(`${screen.name}.txt`);
}

// A third of the suite's time, so the tests are distributed to the workers.
test.describe.configure({ mode: 'parallel' });

for (const screen of SCREENS.filter((each) => isDistinct(each) || SCRIPTED.includes(each))) {
  const tag = isDistinct(screen) ? [] : ['@proof'];
  const isScripted = SCRIPTED.includes(screen);
  const order = isScripted ? ', and Tab goes through it in the order in which it is read' : '';
  test(`${screen.name} has no axe violation${order}`, { tag }, async ({ audit }) => {
    const look = isScripted ? (page: Page) => checkOrder(page, screen) : undefined;
    expect(await audit.findViolations(screen, [variantOf(screen)], look)).toEqual({});
  });
}
