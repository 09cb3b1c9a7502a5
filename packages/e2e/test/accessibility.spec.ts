import { SCREENS } from '../src/screens/screens.js';
import type { Look } from '../src/screens/audit.js';
import { expect, test } from '../src/screens/fixtures.js';

// All eight looks are checked by the proof.
const LOOKS: readonly Look[] = [
  { locale: 'zh', width: 390, theme: 'light' },
  { locale: 'en', width: 1280, theme: 'dark' },
];

// One file, and half of the suite's time: shared between the workers.
test.describe.configure({ mode: 'parallel' });

for (const screen of SCREENS)
  test(`${screen.name} has no fault that axe knows`, async ({ audit }) => {
    expect(await audit.findFaults(screen, LOOKS)).toEqual({});
  });
