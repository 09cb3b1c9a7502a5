import type { Page, Route } from '@playwright/test';
import { callbackScreens } from './callback.js';
import { engineScreens } from './engines.js';
import { galleryScreens } from './gallery.js';
import { generateScreens } from './generate.js';
import { listScreens } from './lists.js';
import { batchScreens } from './batches.js';
import { developerScreens } from './developers.js';
import { paymentScreens } from './payments/payments.js';
import { profileScreens } from './profile.js';
import { statusScreens } from './status.js';
import { shareScreens } from './share.js';
import { waitForContent, type Screen } from './view.js';
import type { ScreenData } from './screen-data.js';
import { text } from '../texts.js';

const newcomer = ({ newUser: user }: ScreenData) => user;
const collector = ({ collector: user }: ScreenData) => user;
const galleryImages = (page: Page) => page.locator('main li img:not([aria-hidden])');
const outage = (route: Route) => route.fulfill({ status: 503, body: '' });

const textPage = (name: string, path = `/${name}`): Screen => ({
  name,
  open: async ({ page, go }) => {
    await go(path);
    await page.locator('main h1').waitFor();
    await waitForContent(page);
  },
});

const signInScreens: Screen[] = [
  textPage('home', '/'),
  { ...textPage('home-signed-in', '/'), as: newcomer },
  textPage('login'),
  {
    name: 'login-one-provider',
    open: async (view) => {
      await view.page.route('**/api/auth/providers', (route) =>
        route.fulfill({ json: { success: true, data: ['github'] } }),
      );
      await view.go('/login');
      await view.page
        .getByRole('button', { name: text(view.locale, 'session:login.with', { provider: 'Google' }) })
        .waitFor({ state: 'hidden' });
      await waitForContent(view.page);
    },
  },
  {
    name: 'login-failed',
    open: async ({ page, locale, go, waitForText }) => {
      await page.route('**/api/auth/google?*', outage);
      await go('/login');
      await page.getByRole('button', { name: text(locale, 'session:login.with', { provider: 'Google' }) }).click();
      await waitForText('errors:codes.SERVICE_UNAVAILABLE');
    },
  },
];

const gallery: Screen[] = [
  {
    name: 'gallery-empty',
    as: newcomer,
    open: async ({ go, waitForText }) => {
      await go('/gallery');
      await waitForText('gallery:emptyTitle');
    },
  },
  {
    name: 'gallery-full',
    as: collector,
    open: async ({ page, go }) => {
      await go('/gallery');
      await galleryImages(page).first().waitFor();
      await waitForContent(page);
    },
  },
  {
    name: 'gallery-loading',
    as: collector,
    open: async ({ page, locale, go }) => {
      await page.route('**/api/images?*', () => undefined);
      await go('/gallery');
      await page.getByRole('list', { name: text(locale, 'gallery:loading') }).waitFor();
    },
  },
  {
    name: 'gallery-error',
    as: collector,
    open: async ({ page, go, waitForText }) => {
      await page.route('**/api/images?*', outage);
      await go('/gallery');
      await waitForText('gallery:failedTitle');
    },
  },
  {
    name: 'gallery-broken-images',
    as: collector,
    open: async ({ page, go, waitForText }) => {
      await page.route('**/api/files/**', (route) => route.abort());
      await go('/gallery');
      await waitForText('common:picture.failed');
    },
  },
];

const account: Screen[] = [
  { ...textPage('profile'), as: newcomer },
  { ...textPage('profile-settings', '/profile?tab=settings'), as: newcomer },
  { ...textPage('batch'), as: newcomer },
  { ...textPage('payment-success', '/payment/success'), as: newcomer },
  textPage('payment-failed', '/payment/failed?reason=insufficient_funds'),
  textPage('verify-email-incomplete', '/verify-email'),
  textPage('unsubscribe', '/unsubscribe#token=a-token'),
  textPage('unsubscribe-incomplete', '/unsubscribe'),
  {
    name: 'verify-email',
    open: async ({ page, locale, data, waitForText }) => {
      await page.goto(data.mailLinks[locale]);
      await waitForText('session:verify.confirm');
    },
  },
];

const menus: Screen[] = [
  {
    name: 'menu-account',
    as: newcomer,
    open: async ({ page, locale, go }) => {
      await go('/pricing');
      await page.getByRole('button', { name: text(locale, 'common:nav.account', { name: 'Wen Li' }) }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'credits-panel',
    as: newcomer,
    open: async ({ page, locale, go }) => {
      await go('/pricing');
      await page.getByRole('button', { name: /credits left|剩余/ }).click();
      await page.getByRole('link', { name: text(locale, 'credits:statement') }).waitFor();
    },
  },
  {
    name: 'menu-pages',
    widths: [390],
    open: async ({ page, locale, go }) => {
      await go('/pricing');
      await page.getByRole('button', { name: text(locale, 'common:nav.menu') }).click();
      await page.getByRole('navigation', { name: text(locale, 'common:nav.label') }).waitFor();
    },
  },
  {
    name: 'menu-language',
    widths: [1280],
    open: async ({ page, locale, go }) => {
      await go('/pricing');
      await page.getByRole('button', { name: new RegExp(`^${text(locale, 'common:nav.language')}`) }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'palette',
    widths: [1280],
    as: newcomer,
    open: async ({ page, go, waitForText }) => {
      await go('/guide');
      // The key works once the page is taken over.
      await page.waitForFunction(() => document.querySelector('#root[data-path]') === null);
      await page.keyboard.press('Control+k');
      await waitForText('palette:groups.pages');
    },
  },
  {
    name: 'toast',
    as: collector,
    open: async ({ page, locale, go, waitForText }) => {
      await page.route('**/api/images/*/favorite', outage);
      await go('/gallery');
      const heart = page.getByRole('button', { name: text(locale, 'gallery:favorite') }).first();
      await heart.focus();
      await heart.press('Enter');
      await waitForText('errors:codes.SERVICE_UNAVAILABLE');
    },
  },
];

export const SCREENS: readonly Screen[] = [
  ...signInScreens,
  ...callbackScreens,
  ...statusScreens,
  ...generateScreens,
  ...engineScreens,
  ...gallery,
  ...galleryScreens,
  ...listScreens,
  ...account,
  ...profileScreens,
  ...shareScreens,
  ...paymentScreens,
  ...batchScreens,
  ...developerScreens,
  textPage('pricing'),
  textPage('pricing-annual', '/pricing?billing=annual'),
  // Next to each other, so that each is checked in the language that the other is not.
  textPage('explore'),
  { ...textPage('explore-signed-in', '/explore'), as: newcomer },
  ...['guide', 'faq', 'contact', 'api', 'terms', 'privacy', 'cookies'].map((name) => textPage(name)),
  textPage('not-found', '/nowhere'),
  ...menus,
];
