import type { Page } from '@playwright/test';
import { expect, test } from '../../src/fixtures.js';
import { galleryPage } from '../support/gallery-page.js';
import { generatePage, keepPending, PROMPT } from '../support/generate-page.js';

const STILL = { reducedMotion: 'reduce' } as const;
/** Long enough for a state to be seen to change, too short to be seen as motion. */
const MOMENT_MS = 50;

/** Remembers each animation and transition of any frame that takes longer than a moment. */
const watchMotion = (page: Page): Promise<unknown> =>
  page.addInitScript((longest) => {
    const moving = new Set<string>();
    const look = () => {
      for (const { effect } of document.getAnimations()) {
        const end = Number(effect?.getComputedTiming().endTime);
        const target = effect instanceof KeyframeEffect ? effect.target : null;
        if (end > longest) moving.add(`${target?.tagName} ${target?.className}: ${end} ms`);
      }
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { moving });
  }, MOMENT_MS);

const expectStill = async (page: Page): Promise<void> => {
  // Two frames, so that what has just begun is seen.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await page.evaluate(() => [...(window as unknown as { moving: Set<string> }).moving])).toEqual([]);
};

test('nothing moves on the home page for somebody who wants less motion', { tag: '@proof' }, async ({ open }) => {
  const { page } = await open.asVisitor('en', STILL);
  await watchMotion(page);
  await page.goto('/');
  const { t } = generatePage(page, 'en');
  await page
    .getByRole('button', { name: new RegExp(`^${t('home:works.use')}`) })
    .last()
    .click();
  await page.getByRole('button', { name: t('common:theme.lightsOff') }).click();
  await page.getByRole('button', { name: t('common:theme.lightsOn') }).waitFor();
  await expectStill(page);
});

test('nothing moves while an image is generated for somebody who wants less motion', async ({ open, newUser }) => {
  const { page } = await open.asUser(await newUser(), 'en', STILL);
  await watchMotion(page);
  await keepPending(page);
  await page.goto('/generate');
  const { prompt, submit, result, t } = generatePage(page, 'en');
  await prompt.fill(PROMPT.en);
  await submit.click();
  await result.getByText(t('generate:result.pending')).waitFor();
  await page
    .getByRole('button', { name: /^SD|Medium/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await expectStill(page);
});

test(
  'nothing moves in the gallery and its dialogs for somebody who wants less motion',
  { tag: '@proof' },
  async ({ open, newOwner }) => {
    const owner = await newOwner([{ prompt: 'A heron over rice terraces' }]);
    const { page } = await open.asUser(owner, 'en', STILL);
    await watchMotion(page);
    await page.goto('/gallery');
    const { card, dialog, button } = galleryPage(page, 'en');
    await card(1).click();
    await dialog.waitFor();
    await button('gallery:share').click();
    await page.getByRole('dialog').last().getByRole('textbox').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expectStill(page);
  },
);
