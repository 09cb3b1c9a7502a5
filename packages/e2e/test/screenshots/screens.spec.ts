import { LOCALES, type Locale } from '@app/contracts';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserOpener } from '../../src/open-browser.js';
import { SCREENS } from '../../src/screens/screens.js';
import { expect, test } from '../../src/screens/fixtures.js';
import { prepareScreenshot, setTheme, viewOf, type Screen } from '../../src/screens/view.js';
import type { ScreenData } from '../../src/screens/screen-data.js';

const HEIGHTS: Record<number, number> = { 390: 844, 1280: 900, 1920: 1080 };
const WIDTHS = Object.keys(HEIGHTS).map(Number);
const THEMES = ['light', 'dark'] as const;
const FOLDER = join(import.meta.dirname, '..', '..', 'screenshots');

/** Full-page images named `<screen>/<locale>-<theme>-<width>.png`. */
async function takeScreenshots(open: BrowserOpener, data: ScreenData, screen: Screen, locale: Locale): Promise<void> {
  const options = { reducedMotion: 'reduce', colorScheme: 'light' } as const;
  const { page } = await (screen.as ? open.asUser(screen.as(data), locale, options) : open.asVisitor(locale, options));
  for (const [index, width] of (screen.widths ?? WIDTHS).entries()) {
    await page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 });
    if (index === 0) await screen.open(viewOf(page, locale, data));
    for (const theme of THEMES) {
      await setTheme(page, theme);
      await prepareScreenshot(page);
      const path = join(FOLDER, screen.name, `${locale}-${theme}-${width}.png`);
      await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    }
  }
}

for (const screen of SCREENS)
  test(screen.name, async ({ open, screenData }) => {
    const folder = join(FOLDER, screen.name);
    await mkdir(folder, { recursive: true });
    await Promise.all(LOCALES.map((locale) => takeScreenshots(open, screenData, screen, locale)));
    const widths = screen.widths ?? WIDTHS;
    expect(await readdir(folder)).toHaveLength(LOCALES.length * THEMES.length * widths.length);
  });
