import type { Screen, View } from './view.js';
import { text } from '../texts.js';

/** Opens a page whose scripts have not been loaded from the footer of another one. */
async function openQuestions({ page, locale, go }: View): Promise<void> {
  await go('/contact');
  await page.locator('main h1').waitFor();
  await page.route('**/assets/faq-*.js', (route) => route.abort());
  const link = page
    .getByRole('contentinfo')
    .getByRole('link', { name: text(locale, 'common:footer.faq'), exact: true });
  await link.click();
}

const heading = ({ page }: View, name: string | RegExp): Promise<void> =>
  page.getByRole('heading', { level: 1, name }).waitFor();

/** Pages that stand in the place of another one. */
export const statusScreens: readonly Screen[] = [
  {
    name: 'page-not-loaded',
    as: ({ collector }) => collector,
    open: async (view) => {
      await view.page.route('**/api/auth/me', (route) => route.fulfill({ status: 503, body: '' }));
      await view.go('/profile');
      await heading(view, text(view.locale, 'common:state.notLoaded'));
    },
  },
  {
    name: 'new-version',
    open: async (view) => {
      await openQuestions(view);
      await heading(view, /^(A new version is here|页面有新版本)$/);
    },
  },
  {
    name: 'page-offline',
    changesProfile: true,
    open: async (view) => {
      await view.go('/contact');
      await view.page.locator('main h1').waitFor();
      await view.page.context().setOffline(true);
      await view.page
        .getByRole('contentinfo')
        .getByRole('link', { name: text(view.locale, 'common:footer.faq'), exact: true })
        .click();
      await heading(view, /^(You are offline|网络已断开)$/);
    },
  },
];
