import type { Page } from '@playwright/test';

/** The form of the sandbox's payment pages; `outcome` is what the bank answers. */
async function fillCard(page: Page, outcome: string): Promise<void> {
  await page.locator('select[name="outcome"]').selectOption(outcome === 'success' ? '' : outcome);
  await page.locator('form button.action').click();
}

/** Pays on the page of the card provider, to which the browser has been sent. */
export async function payByCard(page: Page, outcome: string): Promise<void> {
  await page.waitForURL((url) => url.pathname.includes('/c/pay/'));
  await fillCard(page, outcome);
}
