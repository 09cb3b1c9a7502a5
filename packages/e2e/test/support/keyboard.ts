import type { Page } from '@playwright/test';

const MAX_STOPS = 120;

interface Stop {
  name: string;
  /** Whether the focus is visible: an outline, or a highlighted tile. */
  visible: boolean;
  covered: boolean;
}

export const currentStop = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body)
      return { name: '', visible: true, covered: false };
    const labelled = element instanceof HTMLTextAreaElement ? element.labels[0]?.textContent : null;
    const shown = element.textContent?.trim() || element.querySelector('img')?.alt;
    const name = element.getAttribute('aria-label') ?? labelled ?? shown ?? '';
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const onScreen = x >= 0 && y >= 0 && x < window.innerWidth && y < window.innerHeight;
    const above = onScreen ? document.elementFromPoint(x, y) : element;
    return {
      name: name.trim(),
      visible: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      covered: !(above !== null && (element.contains(above) || above.contains(element))),
    };
  });

/** Presses Tab until the stop with this name; every stop on the way through pages of `origin` must be visible. */
export async function tabTo(page: Page, origin: string, name: string): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const { name: reached, visible, covered } = await currentStop(page);
    if (new URL(page.url()).origin === origin && (!visible || covered)) {
      throw new Error(`The focus on "${reached}" cannot be seen${covered ? ': something lies over it' : ''}`);
    }
    if (reached.includes(name)) return;
    passed.push(reached);
  }
  throw new Error(`There is no way to "${name}" by Tab; passed: ${passed.join(' | ')}`);
}
