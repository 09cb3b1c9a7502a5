import type { Screen, View } from './view.js';
import { text } from '../texts.js';

/** Goes from another page to one whose scripts have not been loaded yet, after `spoil`. */
async function goToQuestions({ page, locale, go }: View, spoil: () => Promise<void>): Promise<void> {
  await go('/contact');
  // Before that a link leads to the prerendered page, which needs no scripts.
  await page.waitForFunction(() => document.querySelector('#root[data-path]') === null);
  await spoil();
  const footer = page.getByRole('contentinfo');
  await footer.getByRole('link', { name: text(locale, 'common:footer.faq'), exact: true }).click();
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
      await goToQuestions(view, async () => {
        await view.page.route('**/assets/faq-*.js', (route) => route.fulfill({ status: 404 }));
      });
      await heading(view, /^(A new version is here|页面有新版本)$/);
    },
  },
  {
    name: 'page-broken',
    open: async (view) => {
      await goToQuestions(view, async () => {
        const fault = { contentType: 'text/javascript', body: 'throw new Error("A fault of the page");' };
        await view.page.route('**/assets/faq-*.js', (route) => route.fulfill(fault));
      });
      await heading(view, /^(This page has stopped working|页面出错了)$/);
    },
  },
  {
    name: 'page-offline',
    changesProfile: true,
    open: async (view) => {
      await goToQuestions(view, () => view.page.context().setOffline(true));
      await heading(view, /^(You are offline|网络已断开)$/);
    },
  },
];
