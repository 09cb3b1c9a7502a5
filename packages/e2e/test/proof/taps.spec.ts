import { expect, test } from '../../src/screens/fixtures.js';
import { SCREENS } from '../../src/screens/screens.js';
import { isDistinct } from '../../src/screens/similar-screens.js';
import { viewOf, type Screen } from '../../src/screens/view.js';
import { findLostTaps } from '../../src/taps/find-lost-taps.js';
import { newProfile } from '../../src/users/test-user.js';

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
  colorScheme: 'light',
} as const;

const isOnPhone = ({ widths }: Screen): boolean => widths?.includes(PHONE.viewport.width) ?? true;

for (const screen of SCREENS.filter((each) => isDistinct(each) && isOnPhone(each)))
  test(`every control of ${screen.name} is met where it is tapped on a phone`, async ({ browser, screenData }) => {
    const profile = screen.as?.(screenData).profile('zh') ?? newProfile('zh');
    const context = await browser.newContext({ baseURL: screenData.origin, ...PHONE, ...profile });
    const page = await context.newPage();
    await screen.open(viewOf(page, 'zh', screenData));
    const lost = await findLostTaps(page);
    await context.close();
    expect(lost).toEqual([]);
  });
