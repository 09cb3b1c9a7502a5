import type { Answer } from '@app/contracts';
import { expect, type Page } from '@playwright/test';
import type { BrowserOpener } from '../../src/open-browser.js';
import type { ProductDatabase } from '../../src/product/database.js';
import { openBatch } from '../../src/screens/batches.js';
import { developerScreens } from '../../src/screens/developers.js';
import { openDebt, paymentScreens } from '../../src/screens/payments/payments.js';
import type { ScreenData } from '../../src/screens/screen-data.js';
import { viewOf, type View } from '../../src/screens/view.js';
import type { TestUser } from '../../src/users/test-user.js';
import { givePlan } from '../../src/users/user-plan.js';
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
  /** Below `apps/web/src`. */
  file: string;
  path: string;
  fails: string;
  show: (page: Page) => Promise<void>;
  openDialog: (page: Page) => Promise<void>;
  plan?: 'enterprise';
  viewport?: { width: number; height: number };
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

/** Leads to another page as a link does: what is shown stays. */
const follow = (page: Page, path: string) =>
  page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** Nothing has been seeded: the screens that are opened here take their answers from mocks. */
const NO_DATA = { collection: [] as unknown[] } as ScreenData;

/**
 * A dialog of another page than the one that shows the toast. Without a plan where answers about the subscription are
 * mocked: with one the first page has asked for it already.
 */
const elsewhere = (
  dialog: string,
  file: string,
  open: (view: View) => Promise<unknown>,
  more: Pick<ToastCase, 'plan' | 'viewport'> = { plan: 'enterprise' },
): ToastCase => ({
  dialog,
  file,
  path: '/gallery',
  fails: DOWNLOADS,
  show: downloadFromCard,
  openDialog: async (page) => {
    await open({ ...viewOf(page, 'en', NO_DATA), go: (path) => follow(page, path) });
  },
  ...more,
});

function openScreen(view: View, wanted: string): Promise<void> {
  const screen = [...developerScreens, ...paymentScreens].find(({ name }) => name === wanted);
  if (!screen) throw new Error(`There is no screen ${wanted}`);
  return screen.open(view);
}

const FINISHED = { status: 'completed', finished_at: '2026-11-20T16:20:00.000Z' } as const;

const ELSEWHERE: readonly ToastCase[] = [
  elsewhere('command palette', 'app/palette/palette.tsx', ({ page }) => page.keyboard.press('Control+k')),
  elsewhere('stop of a batch', 'features/batch/run/stop-dialog.tsx', async (view) => {
    await openBatch(view);
    await press(view.page, 'batch:actions.stop');
  }),
  elsewhere('retry of a batch', 'features/batch/run/retry-dialog.tsx', async (view) => {
    await openBatch(view, FINISHED);
    await view.page.getByRole('button', { name: text('en', 'batch:actions.retry', { count: 1 }), exact: true }).click();
  }),
  elsewhere('deletion of a batch', 'features/batch/run/delete-batch.tsx', async (view) => {
    await openBatch(view, { ...FINISHED, row_count: 0 });
    await press(view.page, 'batch:actions.delete');
  }),
  elsewhere('question about a key', 'features/developers/confirm-dialog.tsx', async (view) => {
    await openScreen(view, 'developer-keys');
    await press(view.page, 'developers:keys.revoke');
  }),
  elsewhere('change of a key', 'features/developers/keys/key-edit.tsx', (view) =>
    openScreen(view, 'developer-keys-edit'),
  ),
  elsewhere('new key', 'features/developers/keys/key-form.tsx', (view) => openScreen(view, 'developer-keys-new')),
  elsewhere('secret of a key', 'features/developers/secret-dialog.tsx', (view) =>
    openScreen(view, 'developer-keys-secret'),
  ),
  elsewhere('new endpoint', 'features/developers/webhooks/endpoint-form.tsx', async (view) => {
    await openScreen(view, 'developer-webhooks');
    await press(view.page, 'developers:webhooks.create');
  }),
  elsewhere(
    'settings on a phone',
    'features/generate/settings/settings-sheet.tsx',
    async ({ page, go }) => {
      await go('/generate');
      await page.locator('[data-setting]').first().click();
    },
    { viewport: { width: 390, height: 844 } },
  ),
  elsewhere(
    'cancellation',
    'features/subscription/changes/cancel-dialog.tsx',
    (view) => openScreen(view, 'subscription-cancel'),
    {},
  ),
  elsewhere(
    'change of plan',
    'features/subscription/changes/change-dialog.tsx',
    (view) => openScreen(view, 'subscription-change'),
    {},
  ),
  elsewhere('debt before a purchase', 'features/subscription/checkout/debt-dialog.tsx', openDebt, {}),
  elsewhere(
    'refund',
    'features/subscription/overview/refund-dialog.tsx',
    (view) => openScreen(view, 'subscription-refund'),
    {},
  ),
];

export const TOAST_CASES: readonly ToastCase[] = [
  {
    dialog: 'details',
    file: 'features/gallery/details/details-dialog.tsx',
    path: '/gallery',
    fails: DOWNLOADS,
    show: downloadFromCard,
    openDialog: (page) => page.keyboard.press('Enter'),
  },
  {
    dialog: 'share link',
    file: 'features/share/share-dialog.tsx',
    path: '/gallery',
    fails: DOWNLOADS,
    show: downloadFromCard,
    openDialog: async (page) => {
      await page.keyboard.press('Enter');
      await press(page, 'gallery:share');
      // Toasts move from one dialog to the other, and a click during the move would be lost.
      await page.getByRole('dialog', { name: t('sharing:dialog.title') }).waitFor();
    },
  },
  {
    dialog: 'keyboard shortcuts',
    file: 'features/gallery/keys/shortcut-help.tsx',
    path: '/favorites',
    fails: DOWNLOADS,
    show: downloadFromCard,
    openDialog: (page) => page.keyboard.press('?'),
  },
  {
    dialog: 'comparison',
    file: 'entities/image/compare/compare-dialog.tsx',
    path: '/generate',
    fails: DOWNLOADS,
    show: (page) => press(page, 'generate:result.download'),
    openDialog: (page) => press(page, 'generate:result.compare'),
  },
  {
    dialog: 'deletion of the account',
    file: 'features/profile/deletion/deletion-dialog.tsx',
    path: '/profile?tab=settings',
    fails: '**/api/users/profile',
    show: saveName,
    openDialog: (page) => press(page, 'profile:deletion.start'),
  },
  {
    dialog: 'sign-out everywhere',
    file: 'features/profile/sign-out-everywhere.tsx',
    path: '/profile?tab=settings',
    fails: '**/api/users/profile',
    show: saveName,
    openDialog: (page) => press(page, 'profile:everywhere.start'),
  },
  {
    dialog: 'warning about unsaved changes',
    file: 'features/profile/leave-warning.tsx',
    path: '/profile?tab=settings',
    fails: '**/api/users/profile',
    show: saveName,
    openDialog: (page) =>
      page
        .getByRole('link', { name: t('common:nav.gallery') })
        .first()
        .click(),
  },
  ...ELSEWHERE,
];

/** Needs an owner of two images. Closes the toast over the dialog with the mouse. */
export async function closeToastOverDialog(
  { path, fails, show, openDialog, plan, viewport }: ToastCase,
  { open, owner, database }: { open: BrowserOpener; owner: TestUser; database: ProductDatabase },
): Promise<void> {
  const { data } = await owner.call<Answer<'images.list'>>('GET', '/images?page=1&limit=12');
  const [child, parent] = data;
  await owner.call('POST', `/images/${child?.id}/favorite`);
  await database.query('update generations set parent_id = $2 where id = $1', [child?.generation_id, parent?.id]);
  if (plan) await givePlan(database, owner, { plan, credits: 0 });
  const { page } = await open.asUser(owner, 'en', viewport ? { viewport } : {});
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
