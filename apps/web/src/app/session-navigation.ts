import { STORAGE_KEYS } from '@app/contracts';
import type { createBrowserRouter } from 'react-router-dom';
import { handleSessionExpired } from '../api/client/session-expiry';
import { restoreSession } from '../api/auth/restore-session';
import { sessionClosed } from '../api/auth/session-slice';
import { readAccessToken } from '../api/auth/tokens';
import { PRIVATE_PAGES, address, localeOfPath, pageOfPath } from '../config/paths';
import { loginAddress } from '../features/session/guard';
import { activeLocale, i18nFor, loadBaseNamespaces } from '../shared/i18n/i18n';
import { retryLoad } from '../shared/loading/retry-load';
import { leaveTab } from '../shared/storage/tab-storage';
import { showToast } from '../shared/toasts';
import type { AppStore } from './store';

type Router = ReturnType<typeof createBrowserRouter>;

/** Where to go when the session has ended; null to stay. */
function nextPlace(store: AppStore, { pathname, search, hash }: Location): string | null {
  const { ended } = store.getState().session;
  const locale = localeOfPath(pathname);
  const page = pageOfPath(pathname);
  const isPrivate = page !== null && PRIVATE_PAGES.has(page);
  if (ended === 'signed-out') return address('home', locale);
  if (ended === 'signed-out-everywhere') return address('login', locale);
  if (ended === 'expired' || (ended === 'elsewhere' && isPrivate)) {
    return page === 'login' ? null : loginAddress(locale, pathname + search + hash);
  }
  return null;
}

/** Without it nobody would know why the login page is there. */
async function showSessionEnded(): Promise<void> {
  const locale = activeLocale();
  await loadBaseNamespaces(locale);
  showToast({ kind: 'info', text: i18nFor(locale).t('codes.REFRESH_TOKEN_INVALID', { ns: 'errors' }), key: 'session' });
}

function leaveWhenEnded(store: AppStore, router: Router): void {
  let ended = store.getState().session.ended;
  store.subscribe(() => {
    const now = store.getState().session.ended;
    if (now === ended) return;
    ended = now;
    const place = now === null ? null : nextPlace(store, window.location);
    if (place === null) return;
    if (now === 'expired') void showSessionEnded();
    void router.navigate(place);
  });
}

/** The work on sessions needs the machinery of calls, which a visitor's page does without. */
const sessionWork = () => import('../api/auth/session');

/** Restores the session at the start, follows other tabs, and leads away from pages that are no longer allowed. */
export function connectSession(store: AppStore, router: Router): void {
  leaveWhenEnded(store, router);
  handleSessionExpired(() => {
    if (store.getState().session.phase !== 'signed-in') return;
    void sessionWork().then(({ closeSession }) => store.dispatch(closeSession('expired')));
  });
  window.addEventListener('storage', ({ key }) => {
    if (key !== STORAGE_KEYS.accessToken && key !== null) return;
    void sessionWork().then(({ followOtherTab }) => store.dispatch(followOtherTab()));
  });
  if (readAccessToken() === null) {
    leaveTab();
    store.dispatch(sessionClosed(null));
    return;
  }
  // An outage at the start is no sign-out.
  void retryLoad(() => store.dispatch(restoreSession()));
}
