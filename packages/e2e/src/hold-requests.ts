import type { Page } from '@playwright/test';

/** Keeps requests of a page back until they are released. */
export async function holdRequests(page: Page, address: string | RegExp): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** The first script of a page. */
export const holdScripts = (page: Page): Promise<() => void> => holdRequests(page, '**/assets/index-*.js');
