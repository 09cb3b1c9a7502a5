import type { Locale } from '@app/contracts';
import type { Page } from '@playwright/test';
import type { ScreenData } from './screen-data.js';
import type { TestUser } from '../users/test-user.js';
import { waitForTransitions } from './checks/transitions.js';
import { inLocale, text } from '../texts.js';

export interface View {
  page: Page;
  locale: Locale;
  data: ScreenData;
  go(path: string): Promise<void>;
  waitForText(key: string, values?: Record<string, string | number>): Promise<void>;
}

export interface Screen {
  name: string;
  /** A visitor by default. */
  as?: (data: ScreenData) => TestUser;
  open: (view: View) => Promise<void>;
  /** Widths at which the state exists; all by default. */
  widths?: readonly number[];
  /** Changes other pages of the browser profile: offline, or a stored choice. */
  changesProfile?: true;
}

export const viewOf = (page: Page, locale: Locale, data: ScreenData): View => ({
  page,
  locale,
  data,
  go: async (path) => {
    await page.goto(inLocale(locale, path));
  },
  waitForText: (key, values) =>
    page
      .getByText(text(locale, key, values))
      // Options of a closed select are in the page but hidden.
      .filter({ visible: true })
      .first()
      .waitFor(),
});

/** Deletes nothing, and answers as if an image were gone; the undo is offered for longer than a screen takes. */
export async function pretendToDelete(page: Page): Promise<void> {
  const restore_until = new Date(Date.now() + 45_000).toISOString();
  await page.route('**/api/images/*', (route) => {
    const id = new URL(route.request().url()).pathname.split('/').at(-1);
    return route.request().method() === 'DELETE'
      ? route.fulfill({ json: { success: true, data: { deleted: [id], restore_until } } })
      : route.fallback();
  });
}

/** Changes the system setting and waits until the page follows. */
export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction((wanted) => document.documentElement.dataset['theme'] === wanted, theme);
  await waitForTransitions(page);
}

/** Waits for texts, fonts and images. */
export async function waitForContent(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const shown = [...document.images].filter((img) => img.loading !== 'lazy' || img.complete);
    await Promise.all(shown.map((img) => img.decode().catch(() => undefined)));
  });
}

/** Prepares a full-page screenshot: loads lazy images, and puts sticky elements into the flow. */
export async function prepareScreenshot(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What is fixed outside of a scrolled page would be in the picture.
    window.scrollTo({ top: 0, behavior: 'instant' });
    document.querySelectorAll('img').forEach((img) => {
      img.loading = 'eager';
    });
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      // A dialog scrolls by itself: in the picture it is as one sees it.
      if (getComputedStyle(element).position !== 'sticky' || element.closest('[role="dialog"]')) continue;
      element.style.position = 'relative';
      element.style.inset = 'auto';
    }
    await Promise.all([...document.images].map((img) => img.decode().catch(() => undefined)));
  });
}
