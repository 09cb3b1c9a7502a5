import { expect, test } from '../../src/screens/fixtures.js';
import { openOnPhone, PHONE } from '../../src/screens/open-on-phone.js';
import { SCREENS } from '../../src/screens/screens.js';
import type { Screen } from '../../src/screens/view.js';
import { findLostTaps } from '../../src/taps/find-lost-taps.js';

const isOnPhone = ({ widths }: Screen): boolean => widths?.includes(PHONE.viewport.width) ?? true;

for (const screen of SCREENS.filter(isOnPhone))
  test(`every control of ${screen.name} is met where it is tapped on a phone`, async ({ browser, screenData }) => {
    const { page, context } = await openOnPhone(browser, { screen, locale: 'zh', data: screenData });
    await page.waitForFunction(() => document.querySelector('#root[data-path]') === null);
    const lost = await findLostTaps(page);
    await context.close();
    expect(lost).toEqual([]);
  });
