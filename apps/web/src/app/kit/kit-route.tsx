import type { RouteObject } from 'react-router-dom';
import { localeOfPath } from '../../config/paths';
import { loadBaseNamespaces } from '../../shared/i18n/i18n';

/** The page on which every part of the kit is looked at; part of development builds alone. */
export const kitRoute: RouteObject = {
  path: 'kit',
  loader: async ({ request }) => {
    await loadBaseNamespaces(localeOfPath(new URL(request.url).pathname));
    return null;
  },
  lazy: async () => ({ Component: (await import('./kit-page')).KitPage }),
};
