import type { PageName } from '../../config/paths';

/** The pages of the navigation bar, in order. */
export const NAV_PAGES = ['home', 'generate', 'gallery', 'favorites', 'pricing'] as const satisfies readonly PageName[];
