import { SCREENS } from '../src/screens/screens.js';
import type { Variant } from '../src/screens/audit.js';
import { expect, test } from '../src/screens/fixtures.js';

// The proof checks all eight combinations.
const VARIANTS: readonly Variant[] = [
  { locale: 'zh', width: 390, theme: 'light' },
  { locale: 'en', width: 1280, theme: 'dark' },
];

// Half of the suite's time, so the tests are distributed to the workers.
test.describe.configure({ mode: 'parallel' });

for (const screen of SCREENS)
  test(`${screen.name} has no axe violation`, async ({ audit }) => {
    expect(await audit.findViolations(screen, VARIANTS)).toEqual({});
  });
