import type { Page } from '@playwright/test';

/** What somebody presses. A field that is pressed only needs the focus, and scrolls into sight for it. */
const CONTROLS = [
  'a[href]',
  'button:enabled',
  'summary',
  '[role="option"]',
  '[role="menuitem"]',
  'input[type="checkbox"]',
];
const MOST_SCREENFULS = 12;
/** Far from what is slow: a click that never comes is what is looked for. */
const CLICK_WITHIN_MS = 5_000;

interface Place {
  /** What the control is and what it is called. */
  name: string;
  x: number;
  y: number;
}

interface Taps {
  /** To the next screenful of the page, or of the dialog over it; false at its end. */
  next: () => boolean;
  /** Controls whose middle is in sight, each with the place of that. */
  places: () => Place[];
  /** What is there is pressed next; false if it is gone. */
  aim: (place: Place) => boolean;
  hasClicked: () => boolean;
  /** What the click met instead, or null. */
  missed: () => string | null;
}

declare global {
  interface Window {
    taps: Taps;
  }
}

/** In the page. Clicks are noted and do nothing else. */
function watchTaps(controls: string): void {
  const nameOf = (element: Element): string =>
    `${element.tagName.toLowerCase()} "${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40)}"`;
  const controlAt = (x: number, y: number) => document.elementFromPoint(x, y)?.closest(controls) ?? null;
  const area = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.documentElement;
  let aimed: Element | null = null;
  let met: { element: Element; isAimed: boolean } | null = null;
  area.scrollTo({ top: -area.clientHeight, behavior: 'instant' });
  const noteClick = (event: MouseEvent): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    const element = event.target as Element;
    // Now: an icon may be another one a moment later.
    met = { element, isAimed: aimed?.contains(element) ?? false };
  };
  addEventListener('click', noteClick, { capture: true });
  window.taps = {
    next: () => {
      const from = area.scrollTop;
      area.scrollBy({ top: area.clientHeight * 0.6, behavior: 'instant' });
      return area.scrollTop > from + 1;
    },
    places: () =>
      [...area.querySelectorAll(controls)].flatMap((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        return controlAt(x, y) === element ? [{ name: nameOf(element), x, y }] : [];
      }),
    aim: ({ x, y }) => {
      (document.activeElement as HTMLElement).blur();
      aimed = controlAt(x, y);
      met = null;
      return aimed !== null;
    },
    hasClicked: () => met !== null,
    missed: () => {
      if (met?.isAimed) return null;
      return met ? nameOf(met.element) : 'nothing';
    },
  };
}

/**
 * Taps every control of the page, or of the dialog over it, wherever it comes into sight, and resolves with those whose
 * click met something else: what moves or is covered between the touch and the click is never used. Needs a touch screen.
 */
export async function findLostTaps(page: Page): Promise<string[]> {
  await page.evaluate(watchTaps, CONTROLS.join());
  const lost = new Set<string>();
  for (let screenful = 1; screenful <= MOST_SCREENFULS; screenful += 1) {
    for (const place of await page.evaluate(() => window.taps.places())) {
      if (!(await page.evaluate((wanted) => window.taps.aim(wanted), place))) continue;
      await page.touchscreen.tap(place.x, place.y);
      const missed = await page.evaluate(async (limit) => {
        for (const end = Date.now() + limit; !window.taps.hasClicked() && Date.now() < end;)
          await new Promise((resolve) => setTimeout(resolve, 10));
        return window.taps.missed();
      }, CLICK_WITHIN_MS);
      if (missed !== null) lost.add(`${place.name}, at ${Math.round(place.y)} px: the click met ${missed}`);
    }
    if (!(await page.evaluate(() => window.taps.next()))) break;
  }
  return [...lost];
}
