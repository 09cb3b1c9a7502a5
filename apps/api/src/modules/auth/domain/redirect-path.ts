import { DEFAULT_LOCALE, LOCALES } from '@app/contracts';

export const DEFAULT_REDIRECT = '/';

const PREFIXES = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE).map((locale) => `/${locale}`);
// Returning to the sign-in would loop.
const SIGN_IN_PAGES = new RegExp(`^(${PREFIXES.join('|')})?/(login|auth/callback)/?$`);

/** Parsed as browsers do, which take `/\evil.com`, `//evil.com` and `/<tab>/evil.com` for another host. */
export function redirectPath(wanted: string | undefined, publicOrigin: string): string {
  if (!wanted?.startsWith('/')) return DEFAULT_REDIRECT;
  const url = URL.canParse(wanted, publicOrigin) ? new URL(wanted, publicOrigin) : null;
  if (url?.origin !== publicOrigin || url.username !== '') return DEFAULT_REDIRECT;
  // `/.//evil.com` has our origin, but its path `//evil.com` alone would not.
  if (url.pathname.startsWith('//') || SIGN_IN_PAGES.test(url.pathname)) return DEFAULT_REDIRECT;
  return url.pathname + url.search + url.hash;
}
