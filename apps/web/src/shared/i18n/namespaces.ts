/** What every page shows, in one file a language; further namespaces come with the page that needs them. */
export const FRAME_NAMESPACES = ['common', 'meta', 'options'] as const;
/** Loaded before the first paint of a page that may call the API: failures must be told in words. */
export const BASE_NAMESPACES = [...FRAME_NAMESPACES, 'errors'] as const;
