import { DEFAULT_LOCALE, LOCALES, type Locale } from '@app/contracts';
import type { ComponentType } from 'react';
import { createBrowserRouter, redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router-dom';
import {
  PATHS,
  PRIVATE_PAGES,
  READING_PAGES,
  address,
  hasForeignLocalePrefix,
  pageOfPath,
  type PageName,
} from '../config/paths';
import { readAccessToken } from '../api/auth/tokens';
import { requireSession } from '../features/session/guard';
import { loadBaseNamespaces, loadNamespaces } from '../shared/i18n/i18n';
import { FRAME_NAMESPACES } from '../shared/i18n/namespaces';
import { ErrorPage, failedPage } from './error-page';
import { firstVisitTarget, localeToShow, preferredLocale, storedLocale } from './locale';
import type { ShownPage } from './page-meta';
import { PAGES } from './route-table';
import { Shell } from './shell/shell';
import { Splash } from './shell/splash';
import type { AppStore } from './store';

export interface RouteHandle {
  page: ShownPage;
}

const fullPath = (request: Request): string => {
  const { pathname, search } = new URL(request.url);
  // A request carries no hash; the address bar still shows the old page, so only a first load knows it.
  const hash = window.location.pathname + window.location.search === pathname + search ? window.location.hash : '';
  return pathname + search + hash;
};

/** Which language a route tree speaks for a path: its own, but for the provider's return address. */
const shownLocale = (tree: Locale, request: Request): Locale =>
  tree === DEFAULT_LOCALE ? localeToShow(new URL(request.url).pathname) : tree;

/** Pages that only want to be read call nothing for visitors. */
const loadFrame = (locale: Locale, reading: boolean): Promise<void> =>
  reading && readAccessToken() === null ? loadNamespaces(locale, FRAME_NAMESPACES) : loadBaseNamespaces(locale);

interface LoadedPage {
  Component: ComponentType;
}

/** Where `lazy` fails, the router shows neither the page nor the route's `errorElement`. */
const orFailure = (load: () => Promise<LoadedPage>) => (): Promise<LoadedPage> =>
  load().catch((error: unknown) => ({ Component: failedPage(error) }));

/** Lets a request for a page of a session pass with null, or leads elsewhere. */
type Guard = (tree: Locale, request: Request) => Promise<Response | null>;

function pageRoute(page: PageName, tree: Locale, guard: Guard, { dispatch }: AppStore): RouteObject {
  const { namespaces, load } = PAGES[page];
  const path = PATHS[page];
  return {
    ...(path === '/' ? { index: true } : { path: path.slice(1) }),
    handle: { page } satisfies RouteHandle,
    loader: async ({ request }: LoaderFunctionArgs) => {
      // Here and not in the tree's loader: the return address of providers and its neighbours differ in language.
      await loadFrame(shownLocale(tree, request), READING_PAGES.has(page));
      return PRIVATE_PAGES.has(page) ? guard(tree, request) : null;
    },
    lazy: orFailure(async () => {
      const locale = page === 'authCallback' && tree === DEFAULT_LOCALE ? preferredLocale() : tree;
      const module = load().then(async (loaded) => {
        await loaded.prepare?.(locale, dispatch);
        return loaded;
      });
      const [{ Page }] = await Promise.all([module, loadNamespaces(locale, namespaces)]);
      return { Component: Page };
    }),
    errorElement: <ErrorPage />,
  };
}

/** Where a path belongs, before anything of it is shown. */
function placePath({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url);
  if (pathname === '/') {
    const target = firstVisitTarget();
    if (target !== null) return redirect(address('home', target) + search);
  }
  if (pageOfPath(pathname) === null && hasForeignLocalePrefix(pathname)) {
    return redirect(address('home', storedLocale() ?? DEFAULT_LOCALE));
  }
  // Two slashes at the beginning would name another site.
  const own = pathname.replace(/^[/\\]+/, '/');
  if (own.length > 1 && own.endsWith('/')) return redirect(own.replace(/\/+$/, '') + search);
  return null;
}

const tree = (locale: Locale, guard: Guard, store: AppStore, extra: RouteObject[]): RouteObject => ({
  path: locale === DEFAULT_LOCALE ? '/' : `/${locale}`,
  element: <Shell tree={locale} />,
  errorElement: <ErrorPage bare />,
  hydrateFallbackElement: <Splash />,
  loader: placePath,
  children: [
    ...(Object.keys(PAGES) as PageName[]).map((page) => pageRoute(page, locale, guard, store)),
    ...extra,
    {
      path: '*',
      handle: { page: 'notFound' } satisfies RouteHandle,
      loader: async () => {
        await loadFrame(locale, true);
        return null;
      },
      lazy: orFailure(async () => ({ Component: (await import('./not-found')).NotFound })),
    },
  ],
});

/** `guard`: another one than that of the stored session, for pages that are prerendered. */
export const makeRoutes = (
  store: AppStore,
  extra: RouteObject[] = [],
  guard: Guard = (locale, request) => requireSession(store, locale, fullPath(request)),
): RouteObject[] => LOCALES.map((locale) => tree(locale, guard, store, extra));

export const makeRouter = (store: AppStore, extra: RouteObject[]) => createBrowserRouter(makeRoutes(store, extra));

/** Resolves when the first page can be rendered. */
export function routerReady(router: ReturnType<typeof makeRouter>): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}
