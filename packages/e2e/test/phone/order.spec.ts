import type { BrowserContextOptions, Page } from '@playwright/test';
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { collectErrors } from '../../src/open-browser.js';
import { readOrder } from '../../src/order/read-order.js';
import { expect, test } from '../../src/screens/fixtures.js';
import { SCREENS } from '../../src/screens/screens.js';
import { viewOf, type Screen } from '../../src/screens/view.js';
import { text } from '../../src/texts.js';
import { newProfile } from '../../src/users/test-user.js';

/**
 * Screens that are built otherwise on a phone, in the language that no other order is written in. A new one begins with
 * an empty file; `npm test -- e2e phone/order --update-snapshots` writes what is found, to be read.
 */
const SCRIPTS = join(import.meta.dirname, 'order');
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
  colorScheme: 'light',
};
const locale = 'zh';

/** Also the bars above and below the content. */
const WHOLE = ['home'];
/** What the eye is to find first there: the result before its form, the popular plan, the way to select. */
const PUT_FIRST = ['generate-done', 'pricing', 'gallery-full'];
/** What comes with the first key, or with a later answer. */
const LATE: Partial<Record<string, (page: Page) => Promise<void>>> = {
  pricing: (page) =>
    page
      .getByRole('button', { name: text(locale, 'pricing:pay.paypal') })
      .last()
      .waitFor(),
};

function screenOf(file: string): Screen {
  const screen = SCREENS.find(({ name }) => name === basename(file, '.txt'));
  if (!screen) throw new Error(`${file} is the order of no screen`);
  return screen;
}

test.describe.configure({ mode: 'parallel' });

for (const screen of readdirSync(SCRIPTS).map(screenOf))
  test(`${screen.name} is gone through by Tab in the order in which it is read`, async ({ browser, screenData }) => {
    const profile = screen.as?.(screenData).profile(locale) ?? newProfile(locale);
    const context = await browser.newContext({ baseURL: screenData.origin, ...PHONE, ...profile });
    const page = await context.newPage();
    const errors = collectErrors(page);
    await screen.open(viewOf(page, locale, screenData));
    const ready = async () => LATE[screen.name]?.(page);
    const order = await readOrder(page, locale, { whole: WHOLE.includes(screen.name), ready });
    await context.close();
    const isWanted = (fault: string) => PUT_FIRST.includes(screen.name) && fault.endsWith(', which stands behind it');
    expect(order.faults.filter((fault) => !isWanted(fault))).toEqual([]);
    expect(order.script).toMatchSnapshot(`${screen.name}.txt`);
    expect(errors).toEqual([]);
  });
