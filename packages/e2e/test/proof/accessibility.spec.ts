import { LOCALES } from '@app/contracts';
import { SCREENS } from '../../src/screens/screens.js';
import { type Variant } from '../../src/screens/checks/audit.js';
import { expect, test } from '../../src/screens/fixtures.js';

const VARIANTS = LOCALES.flatMap((locale) =>
  ([390, 1280] as const).flatMap((width) =>
    (['light', 'dark'] as const).map((theme): Variant => ({ locale, width, theme })),
  ),
);

for (const screen of SCREENS)
  test(`${screen.name} has no axe violation in any language, width and theme`, async ({ audit }) => {
    expect(await audit.findViolations(screen, VARIANTS)).toEqual({});
  });
