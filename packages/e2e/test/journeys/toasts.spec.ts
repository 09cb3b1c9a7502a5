import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, test } from '../../src/fixtures.js';
import { galleryPage } from '../support/gallery-page.js';
import { closeToastOverDialog, TOAST_CASES } from '../support/toast-cases.js';

const WEB = join(import.meta.dirname, '..', '..', '..', '..', 'apps', 'web', 'src');
/** The dialog itself, and the page that shows every part to developers. */
const NO_DIALOGS = /^(shared\/ui|app\/kit)\/|\.spec\.tsx$/;

test('each dialog of the web app has a case that closes a toast over it', () => {
  const dialogs = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.tsx') &&
      !NO_DIALOGS.test(file) &&
      /\/overlays\/dialog(-content|-sheet)?'/.test(readFileSync(join(WEB, file), 'utf8')),
  );
  expect(dialogs.sort()).toEqual(TOAST_CASES.map(({ file }) => file).sort());
});

const image = { prompt: 'A heron over rice terraces' };

// A dialog over a dialog; the proof covers the others.
for (const shown of TOAST_CASES.filter(({ dialog }) => dialog === 'share link'))
  test(`a toast is closed with the mouse over this dialog: ${shown.dialog}`, async ({ open, newOwner, database }) => {
    await closeToastOverDialog(shown, { open, owner: await newOwner([image, image]), database });
  });

test('a deletion in the details dialog is undone with the mouse, and a toast in focus has the ring of every other control', async ({
  open,
  newOwner,
}) => {
  const owner = await newOwner([image, image]);
  // The shadow of a toast fades.
  const { page } = await open.asUser(owner, 'en', { reducedMotion: 'reduce' });
  await page.goto('/gallery');
  const { card, dialog, undo, waitForImages, button } = galleryPage(page, 'en');
  await card(2).click();
  await dialog.waitFor();
  await page.keyboard.press('Delete');
  await button('work:removal.confirm').click();
  await undo.waitFor();
  const ring = (control: Locator) =>
    control.evaluate((element) => {
      const { outline, outlineOffset, boxShadow } = getComputedStyle(element);
      return [outline, outlineOffset, boxShadow].join(' | ');
    });
  // The key of the library for the list of toasts.
  await page.keyboard.press('Alt+t');
  const toast = page.locator('[data-sonner-toast]');
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(toast).toBeFocused({ timeout: 500 });
  }).toPass();
  const shown = await ring(toast);
  await page.keyboard.press('Tab');
  expect(shown).toBe(await ring(toast.locator('button:focus')));

  await undo.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await waitForImages([2, 1]);
});
