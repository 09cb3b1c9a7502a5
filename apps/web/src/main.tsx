import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import { localeToShow } from './app/locale';
import { noticeLocale } from './app/locale-hint';
import { makeRouter } from './app/router';
import { connectSession } from './app/session-navigation';
import { makeStore } from './app/store';
import { captureSecrets } from './features/session/address-secrets';
import { watchTheme } from './shared/theme';
import './styles/index.css';

// Before anything else: what is secret in the address must be out of it before the first request.
captureSecrets();
noticeLocale(localeToShow(window.location.pathname));

const store = makeStore();
// Read here, where the bundler can see that the kit page is no part of a real build.
const extra = import.meta.env.DEV ? [(await import('./app/kit/kit-route')).kitRoute] : [];
const router = makeRouter(store, extra);
connectSession(store, router);
watchTheme();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>
  </StrictMode>,
);
