import type { Locale } from '@app/contracts';
import type { Page } from '@playwright/test';
import type { World } from './world.js';
import type { TestUser } from '../users/test-user.js';
import { still } from '../still.js';
import { inLocale, text } from '../texts.js';

export interface View {
  page: Page;
  locale: Locale;
  world: World;
  /** Opens a page in the language of the view. */
  go(path: string): Promise<void>;
  /** Waits until a text of the product stands on the page. */
  see(key: string, values?: Record<string, string | number>): Promise<void>;
}

/** One state of one page, as people meet it. */
export interface Screen {
  name: string;
  /** Who looks at it; a visitor if nobody is named. */
  as?: (world: World) => TestUser;
  open: (view: View) => Promise<void>;
  /** Widths at which the state exists; all if none is named. */
  widths?: readonly number[];
  /** Leaves its mark on other pages of the same browser profile: no network, or a choice that is kept. */
  changesProfile?: true;
}

/** Ready-made ways of a view. */
export const viewOf = (page: Page, locale: Locale, world: World): View => ({
  page,
  locale,
  world,
  go: async (path) => {
    await page.goto(inLocale(locale, path));
  },
  see: (key, values) =>
    page
      .getByText(text(locale, key, values))
      // The options of a select are in the page and hidden.
      .filter({ visible: true })
      .first()
      .waitFor(),
});

/** Turns the lights on or off, as the system's setting does, and waits until they are. */
export async function shine(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction((wanted) => document.documentElement.dataset['theme'] === wanted, theme);
  await still(page);
}

/** Waits until everything that is to be seen has been loaded: texts, letters, pictures. */
export async function loaded(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const shown = [...document.images].filter((img) => img.loading !== 'lazy' || img.complete);
    await Promise.all(shown.map((img) => img.decode().catch(() => undefined)));
  });
}

/**
 * Prepares a photograph of the whole length: pictures that would wait until somebody scrolls to them are loaded, and what
 * sticks to an edge of the window lies where it belongs in the flow.
 */
export async function layOut(page: Page): Promise<void> {
  await page.evaluate(async () => {
    document.querySelectorAll('img').forEach((img) => {
      img.loading = 'eager';
    });
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      if (getComputedStyle(element).position !== 'sticky') continue;
      element.style.position = 'relative';
      element.style.inset = 'auto';
    }
    await Promise.all([...document.images].map((img) => img.decode().catch(() => undefined)));
  });
}
