import type { Page, Route } from '@playwright/test';
import { waitForContent, type Screen, type View } from './view.js';
import type { ScreenData } from './screen-data.js';
import { text } from '../texts.js';

const collector = ({ collector: user }: ScreenData) => user;
const ARCHIVE = '**/api/images/exports/*';

const cards = (page: Page) => page.locator('main [data-image]');
const outage = (route: Route) => route.fulfill({ status: 503, body: '' });

const button = ({ page, locale }: View, key: string) =>
  page.getByRole('button', { name: text(locale, key), exact: true });

async function openList({ page, go }: View, path: string): Promise<void> {
  await go(path);
  await cards(page).first().waitFor();
  await waitForContent(page);
}

async function select(view: View, places: readonly number[]): Promise<void> {
  await button(view, 'gallery:selection.start').click();
  for (const place of places) await cards(view.page).nth(place).click();
}

/** `answer` decides whether the browser receives the archive. */
const exportScreen = (name: string, answer: (route: Route) => unknown, key: string): Screen => ({
  name,
  as: collector,
  open: async (view) => {
    await view.page.route(ARCHIVE, (route) => void answer(route));
    await openList(view, '/gallery');
    await select(view, [2, 3, 4]);
    await button(view, 'gallery:selection.zip').click();
    await view.waitForText(key, { count: 3 });
  },
});

const screen = (name: string, open: Screen['open']): Screen => ({ name, as: collector, open });

export const listScreens: readonly Screen[] = [
  screen('gallery-selecting-none', async (view) => {
    await openList(view, '/gallery');
    await select(view, []);
  }),
  screen('gallery-selecting-pages', async (view) => {
    await openList(view, '/gallery');
    await select(view, [2, 3]);
    // By its key: on a phone, page 2 may be reached by scrolling to the button.
    await button(view, 'common:pagination.next').press('Enter');
    await view.waitForText('gallery:favorites.page', { current: 2, total: 2 });
    await cards(view.page).first().click();
  }),
  screen('favorites-selecting', async (view) => {
    await openList(view, '/favorites');
    await select(view, [0, 1]);
  }),
  exportScreen('archive-packing', () => undefined, 'gallery:archive.packing_other'),
  exportScreen(
    'archive-waiting',
    (route) => route.fulfill({ status: 429, json: { success: false, code: 'EXPORT_RUNNING' } }),
    'gallery:archive.waiting',
  ),
  exportScreen('archive-failed', (route) => route.abort(), 'gallery:archive.failed'),
  screen('archive-saved', async (view) => {
    await openList(view, '/gallery');
    await select(view, [2, 3, 4]);
    await button(view, 'gallery:selection.zip').click();
    await view.page.getByRole('button', { name: text(view.locale, 'gallery:archive.close') }).waitFor();
    await view.page.keyboard.press('Escape');
  }),
  screen('gallery-filters', async (view) => {
    await openList(view, '/gallery?group=artistic&fav=1&q=a');
    const more = view.page.locator('[aria-controls][aria-expanded="false"]', {
      hasText: text(view.locale, 'gallery:filters.more'),
    });
    if (await more.isVisible()) await more.click();
  }),
  screen('gallery-page-gone', async (view) => {
    await view.go('/gallery?page=9999');
    await view.waitForText('gallery:pageGone');
  }),
  {
    name: 'gallery-offline',
    as: collector,
    changesProfile: true,
    open: async (view) => {
      await openList(view, '/gallery');
      await view.page.context().setOffline(true);
      await view.waitForText('common:offline');
    },
  },
  screen('favorites-loading', async (view) => {
    await view.page.route('**/api/images/favorites?*', () => undefined);
    await view.go('/favorites');
    await view.page.getByRole('list', { name: text(view.locale, 'gallery:loading') }).waitFor();
  }),
  screen('favorites-error', async (view) => {
    await view.page.route('**/api/images/favorites?*', outage);
    await view.go('/favorites');
    await view.waitForText('gallery:favorites.failedTitle');
  }),
];
