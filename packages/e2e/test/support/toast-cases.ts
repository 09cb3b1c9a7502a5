import type { Answer } from '@app/contracts';
import { expect, type Page } from '@playwright/test';
import type { BrowserOpener } from '../../src/open-browser.js';
import type { ProductDatabase } from '../../src/product/database.js';
import type { TestUser } from '../../src/users/test-user.js';
import { text } from '../../src/texts.js';

const t = (key: string) => text('en', key);

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
export interface ToastCase {
  dialog: string;
  path: string;
  fails: string;
  show: (page: Page) => Promise<void>;
  openDialog: (page: Page) => Promise<void>;
}

const DOWNLOADS = '**/api/images/*/download*';
const downloadFromCard = async (page: Page) => {
  await page.locator('[data-image]').first().focus();
  await page.keyboard.press('d');
};
const saveName = async (page: Page) => {
  await page.getByLabel(t('profile:settings.name'), { exact: true }).fill('Another name');
  await page.getByLabel(t('profile:settings.name'), { exact: true }).press('Enter');
};

export const TOAST_CASES: readonly ToastCase[] = [
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
    openDialog: (page) => press(page, 'generate:result.compare'),
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

/** Needs an owner of two images. Closes the toast over the dialog with the mouse. */
export async function closeToastOverDialog(
  { path, fails, show, openDialog }: ToastCase,
  { open, owner, database }: { open: BrowserOpener; owner: TestUser; database: ProductDatabase },
): Promise<void> {
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
}
