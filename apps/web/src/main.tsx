import { StrictMode, startTransition, useEffect, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import { localeToShow } from './app/locale';
import { noticeLocale } from './app/locale-hint';
import { preloadOnIntent } from './app/preload-on-intent';
import { makeRouter, makeRoutes, routerReady } from './app/router';
import { connectSession } from './app/session-navigation';
import { makeStore } from './app/store';
import { pageOfPath } from './config/paths';
import type { AppState } from './entities/app-state';
import { captureSecrets } from './features/session/address-secrets';
import { watchTheme } from './shared/theme';
import './styles/index.css';

// Before anything else: what is secret in the address must be out of it before the first request.
captureSecrets();
noticeLocale(localeToShow(window.location.pathname));

const store = makeStore();
/** What prerendered pages show. */
const visitor: AppState = { ...store.getState(), session: { phase: 'signed-out', user: null, ended: null } };
// Read here, where the bundler can see that the kit page is no part of a real build.
const extra = import.meta.env.DEV ? [(await import('./app/kit/kit-route')).kitRoute] : [];
const router = makeRouter(store, extra);
connectSession(store, router);
watchTheme();
preloadOnIntent(makeRoutes(store));

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

/** Marks that the page works: what was prerendered has been taken over or replaced. */
function Working({ children }: { children: ReactNode }) {
  useEffect(() => {
    delete root?.dataset.path;
    delete document.documentElement.dataset.session;
    // `early.js` presses again what was pressed meanwhile.
    window.dispatchEvent(new Event('app-ready'));
  }, []);
  return children;
}

const app = (
  <StrictMode>
    <Working>
      <Provider store={store} serverState={visitor}>
        <RouterProvider router={router} />
      </Provider>
    </Working>
  </StrictMode>
);
const prerendered = root.dataset.path;
/** The first render of these does not depend on the query; others are rendered anew with one. */
const isFor = ({ pathname, search }: { pathname: string; search: string }): boolean =>
  pathname === prerendered && (search === '' || ['home', 'login'].includes(pageOfPath(pathname) ?? ''));
if (prerendered === undefined) {
  createRoot(root).render(app);
} else {
  // Until the page's own files are there, the prerendered page stays.
  await routerReady(router);
  const { location, errors } = router.state;
  // In slices: a phone stays responsive meanwhile.
  startTransition(() => {
    if (isFor(location) && errors === null) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
}
