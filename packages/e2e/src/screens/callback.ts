import type { Route } from '@playwright/test';
import type { Screen, View } from './view.js';

const RETURNED = '/auth/callback?code=a-code&state=google.a-state';

/** The callback page uses the stored language. */
async function openCallback(
  { page, locale }: View,
  answer: (route: Route) => unknown,
  address = RETURNED,
): Promise<void> {
  await page.addInitScript((stored) => localStorage.setItem('locale', stored), locale);
  await page.route('**/api/auth/google/callback', (route) => void answer(route));
  await page.goto(address);
}

export const callbackScreens: readonly Screen[] = [
  {
    name: 'callback-working',
    open: async (view) => {
      await openCallback(view, () => undefined);
      await view.waitForText('session:callback.steps.exchange');
    },
  },
  {
    name: 'callback-denied',
    open: async (view) => {
      await openCallback(view, () => undefined, '/auth/callback?error=access_denied&state=google.a-state');
      await view.waitForText('session:callback.failures.denied.title');
    },
  },
  {
    name: 'callback-expired',
    open: async (view) => {
      await openCallback(view, (route) => route.continue());
      await view.waitForText('session:callback.failures.expired.title');
    },
  },
  {
    name: 'callback-network',
    open: async (view) => {
      await openCallback(view, (route) => route.abort());
      await view.waitForText('session:callback.failures.network.title');
    },
  },
];
