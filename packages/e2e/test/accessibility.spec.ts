import { DISTINCT_SCREENS } from '../src/screens/similar-screens.js';
import type { Variant } from '../src/screens/audit.js';
import type { Screen } from '../src/screens/view.js';
import { expect, test } from '../src/screens/fixtures.js';

// The proof checks every screen in all eight combinations.
const VARIANTS: readonly Variant[] = [
  { locale: 'zh', width: 390, theme: 'light' },
  { locale: 'en', width: 1280, theme: 'dark' },
];

/** By turns, unless the screen exists at one width only. */
function variantsOf({ widths }: Screen, index: number): Variant[] {
  const possible = VARIANTS.filter(({ width }) => widths?.includes(width) ?? true);
  return possible.filter((_, turn) => turn === index % possible.length);
}

// A third of the suite's time, so the tests are distributed to the workers.
test.describe.configure({ mode: 'parallel' });

for (const [index, screen] of DISTINCT_SCREENS.entries())
  test(`${screen.name} has no axe violation`, async ({ audit }) => {
    expect(await audit.findViolations(screen, variantsOf(screen, index))).toEqual({});
  });
