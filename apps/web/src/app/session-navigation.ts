import type { createBrowserRouter } from 'react-router-dom';
import { handleSessionExpired } from '../api/http';
import { closeSession, loadProfile, watchOtherTabs } from '../api/session';
import { PRIVATE_PAGES, address, localeOfPath, pageOfPath } from '../config/paths';
import { loginAddress } from '../features/session/guard';
import type { AppStore } from './store';

type Router = ReturnType<typeof createBrowserRouter>;

/** Where to go when the session has ended; null to stay. */
function nextPlace(store: AppStore, { pathname, search, hash }: Location): string | null {
  const { ended } = store.getState().session;
  const locale = localeOfPath(pathname);
  const page = pageOfPath(pathname);
  const isPrivate = page !== null && PRIVATE_PAGES.has(page);
  if (ended === 'signed-out') return address('home', locale);
  if (ended === 'expired' || (ended === 'elsewhere' && isPrivate)) {
    return page === 'login' ? null : loginAddress(locale, pathname + search + hash);
  }
  return null;
}

/** Restores the session at the start, follows other tabs, and leads away from pages that are no longer allowed. */
export function connectSession(store: AppStore, router: Router): void {
  handleSessionExpired(() => {
    if (store.getState().session.phase === 'signed-in') store.dispatch(closeSession('expired'));
  });
  let ended = store.getState().session.ended;
  store.subscribe(() => {
    const now = store.getState().session.ended;
    if (now === ended) return;
    ended = now;
    const place = now === null ? null : nextPlace(store, window.location);
    if (place !== null) void router.navigate(place);
  });
  store.dispatch(watchOtherTabs());
  // An outage at the start is no sign-out: the next guarded page asks again.
  store.dispatch(loadProfile()).catch(() => undefined);
}
