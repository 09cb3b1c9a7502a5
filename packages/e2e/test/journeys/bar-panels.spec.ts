import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../src/fixtures.js';
import { text } from '../../src/texts.js';

const PAGES_MENU = 'Home Generate Gallery Favorites Pricing 中文 English Search and commands';

/** What Tab leads to until it leaves a part of the page that has just been opened. */
async function tabThrough(page: Page, part: Locator): Promise<string> {
  const stops: string[] = [];
  for (;;) {
    await page.keyboard.press('Tab');
    // It closes as the focus leaves it.
    const name = await part.evaluateAll(([root]) => {
      const { activeElement: focused } = document;
      if (!focused || !root?.contains(focused)) return null;
      return focused.getAttribute('aria-label') ?? focused.textContent?.trim() ?? '';
    });
    if (name === null) return stops.join(' ');
    stops.push(name);
  }
}

test('the menu of a phone follows its button, in the order in which it is read', async ({ open }) => {
  const { page } = await open.asVisitor('en', { viewport: { width: 390, height: 844 } });
  const menu = page.getByRole('navigation', { name: text('en', 'common:nav.label') });
  await page.goto('/faq');
  await page.getByRole('button', { name: text('en', 'common:nav.menu') }).press('Enter');
  await menu.waitFor();
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - button "Menu" [expanded]
    - navigation "Main":
      - list:
        - listitem:
          - link "Home"
        - listitem:
          - link "Generate"
        - listitem:
          - link "Gallery"
        - listitem:
          - link "Favorites"
        - listitem:
          - link "Pricing"
      - list "Language":
        - listitem:
          - link "中文"
        - listitem:
          - link "English"
      - button "Search and commands"
  `);
  expect(await tabThrough(page, menu)).toBe(PAGES_MENU);
  await menu.waitFor({ state: 'detached' });
});

test('the open credits follow their button, in the order in which they are read', async ({ open, newUser }) => {
  const { page } = await open.asUser(await newUser(), 'en');
  await page.goto('/faq');
  const button = page.getByRole('button', { name: /credits left/ });
  await button.press('Enter');
  const panel = page.locator(`[id="${await button.getAttribute('aria-controls')}"]`);
  await panel.getByRole('link', { name: text('en', 'credits:statement') }).waitFor();
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - button "5 credits left, daily bonus ready" [expanded]
    - region "Credits":
      - paragraph: 5 credits left
      - paragraph:
        - link "Statement"
        - link "Get more"
      - paragraph: /^Enough for 1 image/
    - region "Daily bonus":
      - heading "Daily bonus" [level=2]
      - button "Claim 1 credit"
      - img "0 of 5 claimed this month"
      - status
      - paragraph: 0 of 5 claimed this month
    - button "Search and commands"
  `);
  expect(await tabThrough(page, panel)).toBe('Statement Get more Claim 1 credit');
  await panel.waitFor({ state: 'detached' });
});
