import type { Answer } from '@app/contracts';
import type { Page } from '@playwright/test';
import { pretendToDelete, waitForContent, type Screen, type View } from './view.js';
import type { ScreenData } from './screen-data.js';
import { text } from '../texts.js';

const collector = ({ collector: user }: ScreenData) => user;
const newcomer = ({ newUser: user }: ScreenData) => user;
const LIST = '**/api/images?*';

const cards = (page: Page) => page.locator('main [data-image]');

async function openGallery({ page, go }: View, search = ''): Promise<void> {
  await go(`/gallery${search}`);
  await cards(page).first().waitFor();
  await waitForContent(page);
}

const button = ({ page, locale }: View, key: string) =>
  page.getByRole('button', { name: text(locale, key), exact: true });

async function focusCard({ page, data }: View, status: 'completed' | 'failed'): Promise<void> {
  const item = data.collection.find((each) => each.status === status);
  await page.locator(`[data-image="${item?.id}"]`).focus();
}

const details =
  (status: 'completed' | 'failed', then: (view: View) => Promise<void> = async () => undefined) =>
  async (view: View) => {
    await openGallery(view);
    await focusCard(view, status);
    await view.page.keyboard.press('Enter');
    await view.page.getByRole('dialog').getByRole('heading', { level: 2 }).first().waitFor();
    await waitForContent(view.page);
    await then(view);
  };

/** Adds an image that is newer than the open list. */
async function addNewerImage({ page }: View): Promise<void> {
  await page.route(LIST, async (route) => {
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: Answer<'images.list'> };
    const [first] = data.data;
    const fresh = first ? [{ ...first, id: `${first.id.slice(0, -3)}fff`, frame_number: first.frame_number + 1 }] : [];
    await route.fulfill({
      json: { success: true, data: { ...data, data: [...fresh, ...data.data.slice(0, -1)], total: data.total + 1 } },
    });
  });
  await page.evaluate(() => window.dispatchEvent(new StorageEvent('storage', { key: 'pictures_changed' })));
}

const screen = (name: string, open: Screen['open'], as: Screen['as'] = collector): Screen => ({ name, as, open });

export const galleryScreens: readonly Screen[] = [
  screen('gallery-filtered-empty', async (view) => {
    await view.go('/gallery?q=unicorn&fav=1');
    await view.waitForText('gallery:filteredTitle');
  }),
  screen('gallery-selecting', async (view) => {
    await openGallery(view);
    await button(view, 'gallery:selection.start').click();
    for (const index of [0, 2, 3]) await cards(view.page).nth(index).click();
  }),
  screen('gallery-selection-question', async (view) => {
    await openGallery(view);
    await button(view, 'gallery:selection.start').click();
    for (const index of [2, 3]) await cards(view.page).nth(index).click();
    await view.page.keyboard.press('Delete');
    await view.waitForText('work:removal.confirm');
  }),
  screen('gallery-question', async (view) => {
    await openGallery(view);
    await focusCard(view, 'completed');
    await view.page.keyboard.press('Delete');
    await view.waitForText('work:removal.confirm');
  }),
  screen('gallery-deleted', async (view) => {
    await pretendToDelete(view.page);
    await openGallery(view);
    await focusCard(view, 'completed');
    await view.page.keyboard.press('Delete');
    await view.waitForText('work:removal.confirm');
    await view.page.keyboard.press('Enter');
    await view.waitForText('gallery:removal.undo');
  }),
  screen('gallery-arrivals', async (view) => {
    await openGallery(view);
    await addNewerImage(view);
    await view.page.getByText(/^1 new image$|^有 1 张新图$/).waitFor();
  }),
  screen('gallery-menu', async (view) => {
    await openGallery(view);
    // A narrow cell of a delivered image has no menu.
    await focusCard(view, 'failed');
    await view.page
      .locator('li:focus-within')
      .getByRole('button', { name: text(view.locale, 'gallery:more') })
      .click();
    await view.page.getByRole('menuitem').first().waitFor();
  }),
  screen('details', details('completed')),
  screen(
    'details-question',
    details('completed', async (view) => {
      await view.page.keyboard.press('Delete');
      await view.waitForText('work:removal.confirm');
    }),
  ),
  screen('details-lineage', async (view) => {
    const [root, parent, item, ...remixes] = view.data.collection.filter(({ status }) => status === 'completed');
    const data = { ancestors: [root, parent], remixes: remixes.slice(0, 2) };
    await view.page.route('**/api/images/*/lineage', (route) => route.fulfill({ json: { success: true, data } }));
    await view.go(`/gallery?image=${item?.id}`);
    await button(view, 'gallery:lineage.remix').waitFor();
    await waitForContent(view.page);
  }),
  screen('details-failed', details('failed')),
  screen(
    'details-menu',
    details('completed', async (view) => {
      await view.page
        .getByRole('dialog')
        .getByRole('button', { name: text(view.locale, 'gallery:more') })
        .click();
      await view.page.getByRole('menuitem').first().waitFor();
    }),
  ),
  {
    name: 'details-alone',
    as: collector,
    changesProfile: true,
    open: details('completed', async ({ page }) => {
      await page.keyboard.press('i');
      await page.getByRole('dialog').getByRole('heading', { level: 2 }).nth(1).waitFor({ state: 'detached' });
    }),
  },
  screen(
    'details-closer',
    details('completed', async (view) => {
      await view.page.keyboard.press('z');
      await button(view, 'gallery:details.zoomOut').waitFor();
      await waitForContent(view.page);
    }),
  ),
  {
    name: 'details-offline',
    as: collector,
    changesProfile: true,
    open: details('completed', async (view) => {
      await view.page.context().setOffline(true);
      await view.waitForText('gallery:offlineDetails');
    }),
  },
  screen('details-lost', async (view) => {
    await view.go(`/gallery?page=2&image=${view.data.shared.lostImage}`);
    await view.waitForText('gallery:lost.text');
    await waitForContent(view.page);
  }),
  screen('gallery-lost', async (view) => {
    await openGallery(view, '?page=2');
    await view.waitForText('gallery:lost.badge');
  }),
  screen('gallery-take-back', async (view) => {
    await openGallery(view);
    const item = view.data.collection.find(({ status }) => status === 'pending');
    await view.page.locator(`[data-image="${item?.id}"]`).focus();
    await view.page.keyboard.press('Delete');
    await view.waitForText('work:removal.keep');
  }),
  screen('gallery-keys', async (view) => {
    await openGallery(view);
    await focusCard(view, 'completed');
    await view.page.keyboard.press('?');
    await view.waitForText('gallery:keys.title');
  }),
  screen('favorites', async (view) => {
    await view.go('/favorites');
    await cards(view.page).first().waitFor();
    await waitForContent(view.page);
  }),
  screen(
    'favorites-empty',
    async (view) => {
      await view.go('/favorites');
      await view.waitForText('gallery:favorites.emptyTitle');
    },
    newcomer,
  ),
];
