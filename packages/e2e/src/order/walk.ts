import type { Page } from '@playwright/test';
import { installParts, installRecorder, type Stop } from './recorder.js';

const MAX_STOPS = 150;
/** Of one control: a date has a part for day, month and year, and a button. */
const MAX_PARTS = 5;

export interface Walk {
  /** What the first press of Tab leads to. The way of a dialog begins at what has the focus. */
  first: string | null;
  stops: Stop[];
  /** What Tab would reach before anything else, by a number of its own. */
  ahead: string[];
  /** Whether Tab led on to what follows, or around the dialog. */
  isLeft: boolean;
}

interface WalkOptions {
  /** Also through the bars above and below the main content. */
  whole: boolean;
  /** Waits for what comes with the first key. */
  ready: () => Promise<void>;
}

const focusedText = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');

/** Tab begins at the top again, wherever the page has put the focus. */
const goToTop = (page: Page): Promise<void> =>
  page.evaluate(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });

/** Presses Tab until it leaves; around a dialog, until it is where it began. */
async function pressOn(page: Page, whole: boolean, isDialog: boolean): Promise<boolean> {
  let parts = 0;
  for (let presses = 0; presses < MAX_STOPS && parts < MAX_PARTS; presses += 1) {
    await page.keyboard.press('Tab');
    const step = await page.evaluate((all) => window.walk.step(all), whole);
    if (step === 'repeated') return isDialog || whole;
    if (step === 'outside') return !isDialog;
    parts = step === 'same' ? parts + 1 : 0;
  }
  return false;
}

/** Once through the open dialog, else from the top of the page through its main content. */
export async function walkThrough(page: Page, { whole, ready }: WalkOptions): Promise<Walk> {
  const isDialog = (await page.getByRole('dialog').count()) > 0;
  if (!isDialog) {
    await goToTop(page);
    await page.keyboard.press('Tab');
  }
  const first = isDialog ? null : await focusedText(page);
  // The skip link saves the bar above, which is the same on every page.
  if (!isDialog && !whole) await page.keyboard.press('Enter');
  await ready();
  await page.evaluate(installParts);
  await page.evaluate(installRecorder);
  if (isDialog || whole) await page.evaluate((all) => window.walk.step(all), whole);
  const isLeft = await pressOn(page, whole, isDialog);
  const ahead = await page
    .locator('[tabindex]')
    .evaluateAll((all) =>
      all.filter((each) => (each as HTMLElement).tabIndex > 0).map(({ outerHTML }) => outerHTML.slice(0, 80)),
    );
  return { first, isLeft, ahead, stops: await page.evaluate(() => window.walk.stops()) };
}
