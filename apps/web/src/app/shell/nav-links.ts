import type { PageName } from '../../config/paths';

export const NAV_PAGES = ['home', 'generate', 'gallery', 'favorites', 'pricing'] as const satisfies readonly PageName[];
