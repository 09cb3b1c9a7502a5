import type { Page, Route } from '@playwright/test';
import { callbackScreens } from './screens-callback.js';
import { engineScreens } from './screens-engines.js';
import { galleryScreens } from './screens-gallery.js';
import { generateScreens } from './screens-generate.js';
import { listScreens } from './screens-lists.js';
import { profileScreens } from './screens-profile.js';
import { shareScreens } from './screens-share.js';
import { loaded, type Screen } from './screens-view.js';
import type { World } from './screens-world.js';
import { text } from './texts.js';

const newcomer = ({ newcomer: person }: World) => person;
const collector = ({ collector: person }: World) => person;
const pictures = (page: Page) => page.locator('main li img:not([aria-hidden])');
const outage = (route: Route) => route.fulfill({ status: 503, body: '' });

/** A page that is read: its heading is there, and so is its text. */
const reading = (name: string, path = `/${name}`): Screen => ({
  name,
  open: async ({ page, go }) => {
    await go(path);
    await page.locator('main h1').waitFor();
    await loaded(page);
  },
});

const entrance: Screen[] = [
  reading('home', '/'),
  { ...reading('home-signed-in', '/'), as: newcomer },
  reading('login'),
  {
    name: 'login-failed',
    open: async ({ page, locale, go, see }) => {
      await page.route('**/api/auth/google?*', outage);
      await go('/login');
      await page.getByRole('button', { name: text(locale, 'session:login.with', { provider: 'Google' }) }).click();
      await see('errors:codes.SERVICE_UNAVAILABLE');
    },
  },
];

const gallery: Screen[] = [
  {
    name: 'gallery-empty',
    as: newcomer,
    open: async ({ go, see }) => {
      await go('/gallery');
      await see('gallery:emptyTitle');
    },
  },
  {
    name: 'gallery-full',
    as: collector,
    open: async ({ page, go }) => {
      await go('/gallery');
      await pictures(page).first().waitFor();
      await loaded(page);
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
    open: async ({ page, go, see }) => {
      await page.route('**/api/images?*', outage);
      await go('/gallery');
      await see('gallery:failedTitle');
    },
  },
  {
    name: 'gallery-broken-pictures',
    as: collector,
    open: async ({ page, go, see }) => {
      await page.route('**/api/files/**', (route) => route.abort());
      await go('/gallery');
      await see('common:picture.failed');
    },
  },
];

const account: Screen[] = [
  { ...reading('profile'), as: newcomer },
  { ...reading('profile-settings', '/profile?tab=settings'), as: newcomer },
  { ...reading('batch'), as: newcomer },
  { ...reading('payment-success', '/payment/success'), as: newcomer },
  reading('payment-failed', '/payment/failed?reason=insufficient_funds'),
  reading('verify-email-incomplete', '/verify-email'),
  {
    name: 'verify-email',
    open: async ({ page, locale, world, see }) => {
      await page.goto(world.mailLinks[locale]);
      await see('session:verify.confirm');
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
    name: 'toast',
    as: collector,
    open: async ({ page, locale, go, see }) => {
      await page.route('**/api/images/*/favorite', outage);
      await go('/gallery');
      const heart = page.getByRole('button', { name: text(locale, 'gallery:favorite') }).first();
      await heart.focus();
      await heart.press('Enter');
      await see('errors:codes.SERVICE_UNAVAILABLE');
    },
  },
];

/** Every finished screen of the product, in its states. */
export const SCREENS: readonly Screen[] = [
  ...entrance,
  ...callbackScreens,
  ...generateScreens,
  ...engineScreens,
  ...gallery,
  ...galleryScreens,
  ...listScreens,
  ...account,
  ...profileScreens,
  ...shareScreens,
  reading('pricing'),
  reading('pricing-annual', '/pricing?billing=annual'),
  ...['guide', 'faq', 'contact', 'api', 'terms', 'privacy', 'cookies'].map((name) => reading(name)),
  reading('not-found', '/nowhere'),
  ...menus,
];
