import type { Page, Route } from '@playwright/test';
import { waitForContent, type Screen, type View } from './view.js';
import { text } from '../texts.js';

const outage = (route: Route) => route.fulfill({ status: 503, body: '' });
const LINK_CALL = '**/api/images/*/share';

const link = (name: string, token: (view: View) => string, then: (view: View) => Promise<void>): Screen => ({
  name,
  open: async (view) => {
    await view.go(`/shared/${token(view)}`);
    await then(view);
    await waitForContent(view.page);
  },
});

const validToken = ({ data }: View) => data.shared.valid;

const waitForImage = async ({ page, data }: View) => {
  const item = data.collection.find(({ id }) => id === data.shared.validImage);
  await page.getByRole('img', { name: item?.prompt ?? '' }).waitFor();
};

const visitorScreens: Screen[] = [
  link('shared', validToken, waitForImage),
  link(
    'shared-gone',
    () => 'a-link-of-which-nobody-ever-knew',
    (view) => view.waitForText('sharing:notFound.title'),
  ),
  link(
    'shared-invalid',
    () => 'cut-off',
    (view) => view.waitForText('sharing:invalid.title'),
  ),
  link(
    'shared-expired',
    ({ data }) => data.shared.expired,
    (view) => view.waitForText('sharing:expired.title'),
  ),
  link(
    'shared-lost',
    ({ data }) => data.shared.lost,
    (view) => view.waitForText('sharing:lost.title'),
  ),
  {
    name: 'shared-failed',
    open: async (view) => {
      await view.page.route('**/api/images/shared/*', outage);
      await view.go(`/shared/${validToken(view)}`);
      await view.waitForText('sharing:loadFailed');
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
  await view.go(`/gallery?image=${view.data.shared.validImage}`);
  await press(view, 'gallery:share');
  await view.page.getByRole('dialog', { name: text(view.locale, 'sharing:dialog.title') }).waitFor();
}

const removeClipboard = (page: Page) =>
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
    await view.page.locator('[role="dialog"] [aria-busy="true"].animate-appear').waitFor();
  }),
  dialog('-selected', async (view) => {
    await removeClipboard(view.page);
    await openDialog(view);
    await press(view, 'sharing:copyLink');
    await view.waitForText('sharing:dialog.selected');
  }),
  dialog('-stopped', async (view) => {
    // Other screens still need the link.
    await view.page.route(LINK_CALL, (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ json: { success: true, data: null } }) : route.fallback(),
    );
    await openDialog(view);
    await press(view, 'sharing:dialog.stop');
    await view.waitForText('sharing:dialog.stopQuestion');
    await press(view, 'sharing:dialog.stop');
    await view.waitForText('sharing:dialog.stopped');
  }),
  dialog('-failed', async (view) => {
    await view.page.route(LINK_CALL, outage);
    await openDialog(view);
    await view.waitForText('sharing:dialog.failed');
  }),
];

export const shareScreens: readonly Screen[] = [...visitorScreens, ...dialogs];
