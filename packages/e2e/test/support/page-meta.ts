import { DEFAULT_PRODUCT_NAME, SUPPORT_REPLY_HOURS, type Locale } from '@app/contracts';
import { expect, type Page } from '@playwright/test';
import { text } from '../../src/texts.js';

/** Title and description are those of the page, by its name in the texts, and it has one heading. */
export async function expectMeta(page: Page, locale: Locale, name: string): Promise<void> {
  const values = { hours: SUPPORT_REPLY_HOURS, product: DEFAULT_PRODUCT_NAME };
  const own = text(locale, `meta:${name}.title`, values);
  const title = name === 'home' ? `${DEFAULT_PRODUCT_NAME} - ${own}` : `${own} - ${DEFAULT_PRODUCT_NAME}`;
  await page.waitForFunction((expected) => document.title === expected, title);
  const description = await page.locator('meta[name="description"]').getAttribute('content');
  expect(description).toBe(text(locale, `meta:${name}.description`, values));
  await page.locator('main h1').waitFor();
  expect(await page.locator('h1').count()).toBe(1);
}
