/** Where somebody goes who asked for nothing, or for something that is not ours. */
export const DEFAULT_REDIRECT = '/';

// Coming back to the sign-in itself would go round in circles.
const SIGN_IN_PAGES = /^(\/zh)?\/(login|auth\/callback)\/?$/;

/**
 * The path of our own that `wanted` means, with query and fragment, or `/`. It is read as a browser would (which takes
 * `/\evil.com`, `//evil.com` and `/<tab>/evil.com` for another host), and so is what comes of it.
 */
export function redirectPath(wanted: string | undefined, publicOrigin: string): string {
  if (!wanted?.startsWith('/')) return DEFAULT_REDIRECT;
  const url = URL.canParse(wanted, publicOrigin) ? new URL(wanted, publicOrigin) : null;
  if (url?.origin !== publicOrigin || url.username !== '') return DEFAULT_REDIRECT;
  // `/.//evil.com` is ours, but its path `//evil.com` alone would not be.
  if (url.pathname.startsWith('//') || SIGN_IN_PAGES.test(url.pathname)) return DEFAULT_REDIRECT;
  return url.pathname + url.search + url.hash;
}
