import type { BrowserContextOptions } from '@playwright/test';
import { join } from 'node:path';
import { collectErrors } from '../../src/open-browser.js';
import { readOrder, scriptedScreens } from '../../src/order/read-order.js';
import { expect, test } from '../../src/screens/fixtures.js';
import { viewOf } from '../../src/screens/view.js';
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

/** What the eye is to find first there: the result before its form, the popular plan, the way to select. */
const PUT_FIRST = ['generate-done', 'pricing', 'gallery-full'];

test.describe.configure({ mode: 'parallel' });

for (const screen of scriptedScreens(SCRIPTS))
  test(`${screen.name} is gone through by Tab in the order in which it is read`, async ({ browser, screenData }) => {
    const profile = screen.as?.(screenData).profile(locale) ?? newProfile(locale);
    const context = await browser.newContext({ baseURL: screenData.origin, ...PHONE, ...profile });
    const page = await context.newPage();
    const errors = collectErrors(page);
    await screen.open(viewOf(page, locale, screenData));
    const order = await readOrder(page, locale, screen);
    await context.close();
    const isWanted = (fault: string) => PUT_FIRST.includes(screen.name) && fault.endsWith(', which stands behind it');
    expect(order.faults.filter((fault) => !isWanted(fault))).toEqual([]);
    expect(order.script).toMatchSnapshot(`${screen.name}.txt`);
    expect(errors).toEqual([]);
  });
