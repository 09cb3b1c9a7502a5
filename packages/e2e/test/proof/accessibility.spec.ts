import { LOCALES } from '@app/contracts';
import { SCREENS } from '../../src/screens/screens.js';
import { type Look } from '../../src/screens/audit.js';
import { expect, test } from '../../src/screens/fixtures.js';

const LOOKS = LOCALES.flatMap((locale) =>
  ([390, 1280] as const).flatMap((width) =>
    (['light', 'dark'] as const).map((theme): Look => ({ locale, width, theme })),
  ),
);

for (const screen of SCREENS)
  test(`${screen.name} has no axe violation in any language, width and theme`, async ({ audit }) => {
    expect(await audit.findFaults(screen, LOOKS)).toEqual({});
  });
