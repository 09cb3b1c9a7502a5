import type { Page } from '@playwright/test';
import { expect, test } from '../../src/fixtures.js';
import { holdRequests } from '../../src/hold-requests.js';
import { watchLayout } from '../../src/screens/checks/layout-shifts.js';
import { waitForContent } from '../../src/screens/view.js';
import { text } from '../../src/texts.js';
import { frameNumber, fromTo, galleryPage } from '../support/gallery-page.js';

const IMAGES = 40;
const SEEDED = [{ prompt: 'A heron over rice terraces 梯田白鹭', count: IMAGES }] as const;

const distance = (page: Page): Promise<number> => page.evaluate(() => Math.round(window.scrollY));

/** Turns the wheel until an image is in sight, as a person would. */
async function scrollTo(page: Page, number: number, turn = 600): Promise<void> {
  const { card } = galleryPage(page, 'en');
  await expect(async () => {
    await page.mouse.wheel(0, turn);
    await expect(card(number)).toBeInViewport({ timeout: 1_000 });
  }).toPass();
}

// The proof scrolls a phone, too.
test('scrolling on in the gallery brings page after page, what was there stays, and Back leads to the place', async ({
  open,
  newOwner,
}) => {
  const { page } = await open.asUser(await newOwner(SEEDED), 'en');
  const asked: (string | null)[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/images') asked.push(url.searchParams.get('page'));
  });
  const { card, dialog, listNumbers, waitForImages } = galleryPage(page, 'en');
  await page.goto('/gallery');
  await card(IMAGES).waitFor();
  await waitForContent(page);
  const shifts = await watchLayout(page);
  await page.mouse.move(600, 500);
  await scrollTo(page, 1);
  // Only what is near the window is in the page: the end of the list, without a gap.
  const shown = await listNumbers();
  expect(shown).toEqual(fromTo(shown[0] ?? 0, 1));
  expect(shown[0]).toBeLessThan(IMAGES);
  expect(asked).toEqual(['1', '2', '3', '4']);
  expect((await shifts()).score).toBeLessThan(0.05);

  await scrollTo(page, 12, -600);
  await waitForContent(page);
  const near = await listNumbers();
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
  await waitForImages(near);
  await expect(card(12)).toBeInViewport();
  expect(Math.abs((await distance(page)) - before)).toBeLessThan(5);

  await scrollTo(page, 1);
  // The address has followed, so that a reload comes back here.
  await expect(page).toHaveURL(/\/gallery\?page=[34]$/);
  const [, followed = ''] = /page=(\d)/.exec(page.url()) ?? [];
  await page.reload();
  const first = IMAGES - (Number(followed) - 1) * 12;
  await expect(card(first)).toBeInViewport();
  await expect(card(first + 1)).toHaveCount(0);
});

test(
  'the foot of the gallery stays where it is when one scrolls faster than its pages load',
  { tag: '@proof' },
  async ({ open, newOwner }) => {
    const { page } = await open.asUser(await newOwner(SEEDED), 'en');
    const { card, listNumbers } = galleryPage(page, 'en');
    const release = await holdRequests(page, /\/api\/images\?.*page=[234]\b/);
    await page.goto('/gallery');
    await card(IMAGES).waitFor();
    await waitForContent(page);
    await page.mouse.move(600, 500);
    const shifts = await watchLayout(page);
    const place = page.getByText(text('en', 'gallery:favorites.page', { current: 2, total: 4 }));
    await expect(async () => {
      await page.mouse.wheel(0, 600);
      await expect(place).toBeInViewport({ timeout: 100 });
    }).toPass();
    release();
    await expect(card(1)).toBeInViewport();
    const shown = await listNumbers();
    expect(shown).toEqual(fromTo(shown[0] ?? 0, 1));
    expect((await shifts()).score).toBeLessThan(0.05);
  },
);

test(
  'a link that is pressed right after scrolling is followed, however long its page takes',
  { tag: '@proof' },
  async ({ open, newOwner }) => {
    const { page } = await open.asUser(await newOwner(SEEDED), 'en');
    await page.goto('/gallery');
    await galleryPage(page, 'en').card(IMAGES).waitFor();
    await page.mouse.move(600, 500);
    await scrollTo(page, 10);
    await expect(page).toHaveURL(/page=\d$/);
    await page.route('**/assets/explore-*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue();
    });
    await page.evaluate(async () => {
      window.scrollTo({ top: 0, behavior: 'instant' });
      const scrolled = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }));
      await scrolled;
      document.querySelector<HTMLElement>('footer a[href="/explore"]')?.click();
    });
    await expect(page).toHaveURL('/explore');
  },
);

test('what is looked at stays in sight as a phone is turned', { tag: '@proof' }, async ({ open, newOwner }) => {
  const { page } = await open.asUser(await newOwner(SEEDED), 'en');
  const { card } = galleryPage(page, 'en');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/gallery');
  await card(IMAGES).waitFor();
  await page.mouse.move(195, 500);
  await scrollTo(page, 10);
  await expect(page).toHaveURL(/page=\d$/);
  const seen = await page.evaluate(() => {
    const cards = [...document.querySelectorAll<HTMLElement>('main [data-image]')];
    return cards.find((each) => each.getBoundingClientRect().bottom > 120)?.dataset.image ?? '';
  });
  for (const viewport of [
    { width: 844, height: 390 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await expect(page.locator(`[data-image="${seen}"]`)).toBeInViewport();
  }
});

test(
  'scrolling on has no end: more pages come on demand, and keys and selection reach what is far above',
  { tag: '@proof' },
  async ({ open, newOwner }) => {
    const many = 130;
    const { page } = await open.asUser(
      await newOwner([{ prompt: 'A heron over rice terraces 梯田白鹭', count: many }]),
      'en',
    );
    const { card, dialog, item, button } = galleryPage(page, 'en');
    const more = button('gallery:showMore');
    await page.goto('/gallery');
    await page.mouse.move(600, 500);
    await expect(async () => {
      await page.mouse.wheel(0, 1_200);
      await expect(more).toBeInViewport({ timeout: 500 });
    }).toPass();
    await expect(card(many)).toHaveCount(0);
    // After eight pages the foot can be reached; from the button Tab leads to the first of the new images.
    await more.press('Enter');
    await expect(card(many - 96)).toBeVisible();
    await expect(more).toHaveCount(0);
    await expect(card(many - 95)).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(card(many - 96)).toBeFocused();
    await expect(item(many - 96)).toHaveAttribute('aria-posinset', '97');
    await expect(item(many - 96)).toHaveAttribute('aria-setsize', String(many));

    // What has the focus stays in the page, however far one scrolls, and the focus goes on from there.
    await page.mouse.wheel(0, -20_000);
    await expect(card(many)).toBeInViewport();
    await expect(card(many - 96)).toBeFocused();
    await expect(card(many - 60)).toHaveCount(0);
    await page.keyboard.press('ArrowLeft');
    await expect(card(many - 95)).toBeFocused();
    await expect(card(many - 95)).toBeInViewport();

    // Details go on beyond what is rendered, and lead back to the image.
    await card(many - 95).press('Enter');
    await dialog.waitFor();
    for (let step = 1; step <= 25; step += 1) {
      await page.keyboard.press('ArrowLeft');
      await dialog.getByText(frameNumber(many - 95 + step), { exact: true }).waitFor();
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect(card(many - 70)).toBeFocused();
    await expect(card(many - 70)).toBeInViewport();

    // All that is loaded is selected, though only a part of it is rendered.
    await page.keyboard.press('Control+a');
    await expect(page.getByText(/^1\d\d selected$/)).toBeVisible();
    expect(await item(many - 70).count()).toBe(1);
    expect(await page.locator('main li').count()).toBeLessThan(80);
  },
);
