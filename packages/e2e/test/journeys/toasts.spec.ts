import type { Answer } from '@app/contracts';
import type { Page } from '@playwright/test';
import { expect, test } from '../../src/fixtures.js';
import { text } from '../../src/texts.js';
import { galleryPage } from '../support/gallery-page.js';

const t = (key: string) => text('en', key);
const image = { prompt: 'A heron over rice terraces' };

/** Answers matching calls with a fault, which a toast reports until somebody closes it. */
const failCalls = (page: Page, pattern: string) =>
  page.route(pattern, (route) =>
    route.fulfill({
      status: 500,
      json: { success: false, code: 'INTERNAL_ERROR', message: 'fault', request_id: 'req_1' },
    }),
  );

const press = (page: Page, key: string) =>
  page
    .getByRole('button', { name: t(key), exact: true })
    .first()
    .click();

/** Shows a toast on a page, then opens a dialog over it. */
interface Case {
  dialog: string;
  path: string;
  fails: string;
  show: (page: Page) => Promise<void>;
  openDialog: (page: Page) => Promise<void>;
}

const DOWNLOADS = '**/api/images/*/download*';
const downloadFromCard = async (page: Page) => {
  await page.locator('[data-picture]').first().focus();
  await page.keyboard.press('d');
};
const saveName = async (page: Page) => {
  await page.getByLabel(t('profile:settings.name'), { exact: true }).fill('Another name');
  await page.getByLabel(t('profile:settings.name'), { exact: true }).press('Enter');
};

const CASES: Case[] = [
  {
    dialog: 'details',
    path: '/gallery',
    fails: DOWNLOADS,
    show: downloadFromCard,
    openDialog: (page) => page.keyboard.press('Enter'),
  },
  {
    dialog: 'share link',
    path: '/gallery',
    fails: DOWNLOADS,
    show: downloadFromCard,
    openDialog: async (page) => {
      await page.keyboard.press('Enter');
      await press(page, 'gallery:share');
    },
  },
  {
    dialog: 'keyboard shortcuts',
    path: '/favorites',
    fails: DOWNLOADS,
    show: downloadFromCard,
    openDialog: (page) => page.keyboard.press('?'),
  },
  {
    dialog: 'comparison',
    path: '/generate',
    fails: DOWNLOADS,
    show: (page) => press(page, 'generate:result.download'),
    openDialog: (page) => press(page, 'generate:compare.action'),
  },
  {
    dialog: 'deletion of the account',
    path: '/profile?tab=settings',
    fails: '**/api/users/profile',
    show: saveName,
    openDialog: (page) => press(page, 'profile:deletion.start'),
  },
  {
    dialog: 'warning about unsaved changes',
    path: '/profile?tab=settings',
    fails: '**/api/users/profile',
    show: saveName,
    openDialog: (page) =>
      page
        .getByRole('link', { name: t('common:nav.gallery') })
        .first()
        .click(),
  },
];

for (const { dialog, path, fails, show, openDialog } of CASES) {
  test(`a toast is closed with the mouse over this dialog: ${dialog}`, async ({ open, newOwner, database }) => {
    const owner = await newOwner([image, image]);
    const { data } = await owner.call<Answer<'images.list'>>('GET', '/images?page=1&limit=12');
    const [child, parent] = data;
    await owner.call('POST', `/images/${child?.id}/favorite`);
    await database.query('update generations set parent_id = $2 where id = $1', [child?.generation_id, parent?.id]);
    const { page } = await open.asUser(owner, 'en');
    await page.addInitScript(
      (id) => sessionStorage.setItem('generate_visit', JSON.stringify([id])),
      child?.generation_id,
    );
    await failCalls(page, fails);
    await page.goto(path);
    await show(page);
    const toast = page.getByRole('listitem').filter({ hasText: t('errors:codes.INTERNAL_ERROR') });
    await toast.waitFor();
    await openDialog(page);
    await page.getByRole('dialog').last().waitFor();
    await toast.getByRole('button', { name: t('common:actions.close') }).click();
    await expect(toast).toHaveCount(0);
    await expect(page.getByRole('dialog').last()).toBeVisible();
  });
}

test('a deletion in the details dialog is undone with the mouse', async ({ open, newOwner }) => {
  const owner = await newOwner([image, image]);
  const { page } = await open.asUser(owner, 'en');
  await page.goto('/gallery');
  const { card, dialog, undo, waitForImages, button } = galleryPage(page, 'en');
  await card(2).click();
  await dialog.waitFor();
  await page.keyboard.press('Delete');
  await button('gallery:removal.confirm').click();
  await undo.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await waitForImages([2, 1]);
});
