/** Loaded before the first paint in every language; further namespaces come with the page that needs them. */
export const BASE_NAMESPACES = ['common', 'meta', 'errors'] as const;
