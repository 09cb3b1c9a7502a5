import type { RouteObject } from 'react-router-dom';
import { matchRoutes } from 'react-router-dom';

/**
 * People who save data load what they open, nothing else. Offline, the files would fail, which most browsers remember: the
 * page could not be opened later either.
 */
const mayPreload = (): boolean =>
  navigator.onLine && (navigator as { connection?: { saveData?: boolean } }).connection?.saveData !== true;

/** Files of a page, fetched before the click: when the pointer, the focus or a finger comes to a link. */
export function preloadOnIntent(routes: RouteObject[]): void {
  const known = new Set<string>();
  const preload = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.origin !== window.location.origin || known.has(link.pathname) || !mayPreload()) return;
    known.add(link.pathname);
    for (const { route } of matchRoutes(routes, link.pathname) ?? []) {
      // A failure is told when the link is followed.
      if (typeof route.lazy === 'function') route.lazy().catch(() => undefined);
    }
  };
  for (const type of ['pointerover', 'focusin', 'touchstart']) {
    document.addEventListener(type, preload, { passive: true });
  }
}
