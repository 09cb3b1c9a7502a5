import { LOCALES, type Locale } from '@app/contracts';
import { beforeAll, expect, test } from '@jest/globals';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { useVisitors } from '../../src/browser-visitors.js';
import { useBrowser } from '../../src/browser.js';
import { useProduct } from '../../src/product.js';
import { shine, layOut, viewOf, type Screen } from '../../src/screens-view.js';
import { furnish, type World } from '../../src/screens-world.js';
import { SCREENS } from '../../src/screens.js';

const WIDTHS = [390, 1280];
const THEMES = ['light', 'dark'] as const;
const FOLDER = join(__dirname, '..', '..', 'screenshots');

const product = useProduct({ env: { SWEEP_SECONDS: '1', RATE_LIMIT_PER_MINUTE: '100000' } });
const visitors = useVisitors(product, useBrowser());

let world: World;
beforeAll(async () => {
  world = await furnish(product);
}, 180_000);

/** `<screen>/<locale>-<theme>-<width>.png`, as long as the page is. */
async function picture(screen: Screen, locale: Locale): Promise<void> {
  const options = { reducedMotion: 'reduce', colorScheme: 'light' } as const;
  const { page } = await (screen.as
    ? visitors.as(screen.as(world), locale, options)
    : visitors.stranger(locale, options));
  for (const [index, width] of (screen.widths ?? WIDTHS).entries()) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    if (index === 0) await screen.open(viewOf(page, locale, world));
    for (const theme of THEMES) {
      await shine(page, theme);
      await layOut(page);
      const path = join(FOLDER, screen.name, `${locale}-${theme}-${width}.png`);
      await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    }
  }
}

test.each(SCREENS.map((screen) => [screen.name, screen] as const))('%s', async (name, screen) => {
  await mkdir(join(FOLDER, name), { recursive: true });
  await Promise.all(LOCALES.map((locale) => picture(screen, locale)));
  const made = await readdir(join(FOLDER, name));
  expect(made).toHaveLength(LOCALES.length * THEMES.length * (screen.widths ?? WIDTHS).length);
});
