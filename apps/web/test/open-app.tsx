import { act, render } from '@testing-library/react';
import { Fragment, StrictMode } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import { atEndOfSpec } from './end-of-spec';
import { makeStore } from './stores';
import { localeToShow } from '../src/app/locale';
import { noticeLocale } from '../src/app/locale-hint';
import { makeRouter } from '../src/app/router';
import { connectSession } from '../src/app/session-navigation';
import type { AppStore } from '../src/app/store';
import { captureSecrets } from '../src/features/session/address-secrets';

interface OpenApp {
  store: AppStore;
  /** Path, query and hash of the address. */
  place: () => string;
  close: () => void;
}

/** The whole app at an address, as main.tsx starts it. `strict`: everything renders twice, which takes twice as long. */
export async function openApp(path: string, { strict = false } = {}): Promise<OpenApp> {
  window.history.replaceState(null, '', path);
  captureSecrets();
  noticeLocale(localeToShow(window.location.pathname));
  const store = makeStore();
  const router = makeRouter(store, []);
  atEndOfSpec(() => router.dispose());
  connectSession(store, router);
  const Mode = strict ? StrictMode : Fragment;
  render(
    <Mode>
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>
    </Mode>,
  );
  const settled = () =>
    new Promise<void>((resolve) => {
      const check = () => router.state.initialized && router.state.navigation.state === 'idle';
      if (check()) resolve();
      else {
        const stop = router.subscribe(() => {
          if (!check()) return;
          stop();
          resolve();
        });
      }
    });
  await act(settled);
  const place = () => window.location.pathname + window.location.search + window.location.hash;
  return { store, place, close: () => router.dispose() };
}

/** What the browser says about its languages. */
export function setBrowserLanguages(languages: string[]): void {
  Object.defineProperty(window.navigator, 'languages', { value: languages, configurable: true });
}
