import type { Page } from '@playwright/test';
import { expect, test } from '../../src/fixtures.js';
import { watchLayout } from '../../src/screens/layout-shifts.js';
import { waitForContent } from '../../src/screens/view.js';
import { text } from '../../src/texts.js';
import { fromTo, galleryPage } from '../support/gallery-page.js';

const IMAGES = 40;
const SEEDED = [{ prompt: 'A heron over rice terraces 梯田白鹭', count: IMAGES }] as const;

const distance = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

/** Turns the wheel until an image is in sight, as a person would. */
async function scrollTo(page: Page, number: number): Promise<void> {
  const { card } = galleryPage(page, 'en');
  await expect(async () => {
    await page.mouse.wheel(0, 600);
    await expect(card(number)).toBeInViewport({ timeout: 1_000 });
  }).toPass();
}

for (const [name, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1280, height: 900 }],
] as const)
  test(`scrolling on in the gallery brings page after page on ${name}, and what was there stays`, async ({
    open,
    newOwner,
  }) => {
    const { page } = await open.asUser(await newOwner(SEEDED), 'en');
    await page.setViewportSize(viewport);
    const asked: (string | null)[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/api/images') asked.push(url.searchParams.get('page'));
    });
    const { card, waitForImages } = galleryPage(page, 'en');
    await page.goto('/gallery');
    await waitForImages(fromTo(IMAGES, 29));
    await waitForContent(page);
    const shifts = await watchLayout(page);
    await page.mouse.move(viewport.width / 2, viewport.height / 2);
    await scrollTo(page, 1);
    await waitForImages(fromTo(IMAGES, 1));
    expect(asked).toEqual(['1', '2', '3', '4']);
    expect((await shifts()).score).toBeLessThan(0.05);

    // The address has followed, so that a reload comes back here.
    await expect(page).toHaveURL(/\/gallery\?page=[34]$/);
    const [, followed = ''] = /page=(\d)/.exec(page.url()) ?? [];
    await page.reload();
    const first = IMAGES - (Number(followed) - 1) * 12;
    await expect(card(first)).toBeVisible();
    await expect(card(first + 1)).toHaveCount(0);
  });

test('Back leads to the place in the gallery that one had scrolled to', async ({ open, newOwner }) => {
  const { page } = await open.asUser(await newOwner(SEEDED), 'en');
  const { card, dialog, waitForImages } = galleryPage(page, 'en');
  await page.goto('/gallery');
  await waitForImages(fromTo(IMAGES, 29));
  await page.mouse.move(600, 500);
  await scrollTo(page, 12);
  await expect(page).toHaveURL(/page=\d$/);
  await waitForContent(page);
  const shown = await galleryPage(page, 'en').listNumbers();

  await card(12).click();
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect(card(12)).toBeFocused();
  await expect(card(12)).toBeInViewport();

  const before = await distance(page);
  await page
    .getByRole('link', { name: text('en', 'common:nav.pricing') })
    .first()
    // A click of the mouse would scroll first.
    .dispatchEvent('click');
  await page.waitForURL('/pricing');
  await page.goBack();
  await waitForImages(shown);
  await expect(card(12)).toBeInViewport();
  expect(Math.abs((await distance(page)) - before)).toBeLessThan(5);
});
