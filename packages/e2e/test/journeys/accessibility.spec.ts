import { LOCALES, type Locale } from '@app/contracts';
import { beforeAll, expect, test } from '@jest/globals';
import { accessibilityFaults, contrastFaults } from '../../src/axe.js';
import { useVisitors } from '../../src/browser-visitors.js';
import { useBrowser } from '../../src/browser.js';
import { useProduct } from '../../src/product.js';
import { furnish, type World } from '../../src/screens-world.js';
import { SCREENS } from '../../src/screens.js';
import { shine, viewOf, type Screen } from '../../src/screens-view.js';

const WIDTHS = [390, 1280];

const product = useProduct({ env: { SWEEP_SECONDS: '1', RATE_LIMIT_PER_MINUTE: '100000' } });
const visitors = useVisitors(product, useBrowser());

let world: World;
beforeAll(async () => {
  world = await furnish(product);
}, 180_000);

async function faultsIn(screen: Screen, locale: Locale): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  const options = { reducedMotion: 'reduce', colorScheme: 'light' } as const;
  const { page } = await (screen.as
    ? visitors.as(screen.as(world), locale, options)
    : visitors.stranger(locale, options));
  for (const [index, width] of (screen.widths ?? WIDTHS).entries()) {
    await page.setViewportSize({ width, height: 900 });
    if (index === 0) await screen.open(viewOf(page, locale, world));
    await shine(page, 'light');
    found[`${locale} ${width} light`] = await accessibilityFaults(page);
    await shine(page, 'dark');
    found[`${locale} ${width} dark`] = await contrastFaults(page);
  }
  return found;
}

test.each(SCREENS.map((screen) => [screen.name, screen] as const))(
  '%s has no fault that axe knows: both languages, light and dark, narrow and wide',
  async (_, screen) => {
    const found = await Promise.all(LOCALES.map((locale) => faultsIn(screen, locale)));
    const faults = found.flatMap((each) => Object.entries(each)).filter(([, list]) => list.length > 0);
    expect(Object.fromEntries(faults)).toEqual({});
  },
);
