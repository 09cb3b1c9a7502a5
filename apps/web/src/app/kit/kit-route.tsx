import type { RouteObject } from 'react-router-dom';

/** The page on which every part of the kit is looked at; part of development builds alone. */
export const kitRoute: RouteObject = {
  path: 'kit',
  lazy: async () => ({ Component: (await import('./kit-page')).KitPage }),
};
