import type { Locale } from '@app/contracts';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { newProfile } from '../users/test-user.js';
import type { ScreenData } from './screen-data.js';
import { viewOf, type Screen } from './view.js';

/** A touch screen. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

/** Shows the screen in a browser profile of its own. `prepare`: before anything is loaded. */
export async function openOnPhone(
  browser: Browser,
  { screen, locale, data }: { screen: Screen; locale: Locale; data: ScreenData },
  prepare: (page: Page) => void = () => undefined,
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({
    baseURL: data.origin,
    reducedMotion: 'reduce',
    colorScheme: 'light',
    ...PHONE,
    ...(screen.as?.(data).profile(locale) ?? newProfile(locale)),
  });
  const page = await context.newPage();
  prepare(page);
  await screen.open(viewOf(page, locale, data));
  return { page, context };
}
