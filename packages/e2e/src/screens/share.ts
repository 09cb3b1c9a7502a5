import type { Page, Route } from '@playwright/test';
import { loaded, type Screen, type View } from './view.js';
import { text } from '../texts.js';

const outage = (route: Route) => route.fulfill({ status: 503, body: '' });
const LINK_CALL = '**/api/images/*/share';

const link = (name: string, token: (view: View) => string, then: (view: View) => Promise<void>): Screen => ({
  name,
  open: async (view) => {
    await view.go(`/shared/${token(view)}`);
    await then(view);
    await loaded(view.page);
  },
});

const living = ({ world }: View) => world.shared.living;

const picture = async ({ page, world }: View) => {
  const item = world.collection.find(({ id }) => id === world.shared.livingImage);
  await page.getByRole('img', { name: item?.prompt ?? '' }).waitFor();
};

const visits: Screen[] = [
  link('shared', living, picture),
  link(
    'shared-gone',
    () => 'a-link-of-which-nobody-ever-knew',
    (view) => view.see('sharing:notFound.title'),
  ),
  link(
    'shared-invalid',
    () => 'cut-off',
    (view) => view.see('sharing:invalid.title'),
  ),
  link(
    'shared-expired',
    ({ world }) => world.shared.expired,
    (view) => view.see('sharing:expired.title'),
  ),
  link(
    'shared-lost',
    ({ world }) => world.shared.lost,
    (view) => view.see('sharing:lost.title'),
  ),
  {
    name: 'shared-failed',
    open: async (view) => {
      await view.page.route('**/api/images/shared/*', outage);
      await view.go(`/shared/${living(view)}`);
      await view.see('sharing:loadFailed');
    },
  },
];

const press = async ({ page, locale }: View, key: string) =>
  page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: text(locale, key), exact: true })
    .click();

async function openDialog(view: View): Promise<void> {
  await view.go(`/gallery?image=${view.world.shared.livingImage}`);
  await press(view, 'gallery:share');
  await view.page.getByRole('dialog', { name: text(view.locale, 'sharing:dialog.title') }).waitFor();
}

const withholdClipboard = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    Object.assign(document, { execCommand: () => false });
  });

const dialog = (name: string, open: Screen['open']): Screen => ({
  name: `share-dialog${name}`,
  as: ({ collector }) => collector,
  open,
});

const dialogs: Screen[] = [
  dialog('-creating', async (view) => {
    await view.page.route(LINK_CALL, () => undefined);
    await openDialog(view);
    // The skeleton appears after a delay.
    await view.page.locator('[role="dialog"] [aria-busy="true"] .animate-appear').waitFor();
  }),
  dialog('-selected', async (view) => {
    await withholdClipboard(view.page);
    await openDialog(view);
    await press(view, 'sharing:copyLink');
    await view.see('sharing:dialog.selected');
  }),
  dialog('-stopped', async (view) => {
    // Other screens still need the link.
    await view.page.route(LINK_CALL, (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ json: { success: true, data: null } }) : route.fallback(),
    );
    await openDialog(view);
    await press(view, 'sharing:dialog.stop');
    await view.see('sharing:dialog.stopQuestion');
    await press(view, 'sharing:dialog.stop');
    await view.see('sharing:dialog.stopped');
  }),
  dialog('-failed', async (view) => {
    await view.page.route(LINK_CALL, outage);
    await openDialog(view);
    await view.see('sharing:dialog.failed');
  }),
];

export const shareScreens: readonly Screen[] = [...visits, ...dialogs];
