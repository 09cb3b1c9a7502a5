import type { Page } from '@playwright/test';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readOrder } from '../src/order/read-order.js';
import type { Variant } from '../src/screens/audit.js';
import { expect, test } from '../src/screens/fixtures.js';
import { SCREENS } from '../src/screens/screens.js';
import { isDistinct } from '../src/screens/similar-screens.js';
import type { Screen } from '../src/screens/view.js';
import { text } from '../src/texts.js';

/**
 * One file per screen: what a screen reader reads from top to bottom, with `Tab` before what Tab stops at. A new screen
 * begins with an empty file; `npm test -- e2e screens --update-snapshots` writes what is found, to be read.
 */
const SCRIPTS = join(import.meta.dirname, 'order');
const SCRIPTED = readdirSync(SCRIPTS).map((file) => basename(file, '.txt'));
const unknown = SCRIPTED.filter((file) => !SCREENS.some(({ name }) => name === file));
if (unknown.length > 0) throw new Error(`The order of no screen: ${unknown.join(', ')}`);

/** Orders are written for this one; the others alternate. The proof checks every screen in all eight combinations. */
const ORDERED: Variant = { locale: 'en', width: 1280, theme: 'dark' };
const VARIANTS: readonly Variant[] = [{ locale: 'zh', width: 390, theme: 'light' }, ORDERED];

function variantOf({ name, widths }: Screen, index: number): Variant {
  const possible = VARIANTS.filter(({ width }) => widths?.includes(width) ?? true);
  return (SCRIPTED.includes(name) ? undefined : possible[index % possible.length]) ?? ORDERED;
}

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

async function checkOrder(page: Page, name: string): Promise<void> {
  const ready = async () => LATE[name]?.(page);
  const order = await readOrder(page, 'en', { whole: WHOLE.includes(name), ready });
  expect(order.faults).toEqual([]);
  expect(order.script).toMatchSnapshot(`${name}.txt`);
}

// A third of the suite's time, so the tests are distributed to the workers.
test.describe.configure({ mode: 'parallel' });

for (const [index, screen] of SCREENS.filter((each) => isDistinct(each) || SCRIPTED.includes(each.name)).entries()) {
  const isScripted = SCRIPTED.includes(screen.name);
  const order = isScripted ? ', and Tab goes through it in the order in which it is read' : '';
  test(`${screen.name} has no axe violation${order}`, async ({ audit }) => {
    const look = isScripted ? (page: Page) => checkOrder(page, screen.name) : undefined;
    expect(await audit.findViolations(screen, [variantOf(screen, index)], look)).toEqual({});
  });
}
