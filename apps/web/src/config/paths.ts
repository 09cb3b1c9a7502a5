import { DEFAULT_LOCALE, LOCALES, fillPath, type Locale } from '@app/contracts';

export const PATHS = {
  home: '/',
  login: '/login',
  generate: '/generate',
  gallery: '/gallery',
  favorites: '/favorites',
  profile: '/profile',
  batch: '/batch/:id?',
  pricing: '/pricing',
  authCallback: '/auth/callback',
  verifyEmail: '/verify-email',
  unsubscribe: '/unsubscribe',
  shared: '/shared/:token',
  paymentSuccess: '/payment/success',
  paymentFailed: '/payment/failed',
  explore: '/explore',
  guide: '/guide',
  faq: '/faq',
  contact: '/contact',
  api: '/api',
  terms: '/terms',
  privacy: '/privacy',
  cookies: '/cookies',
} as const;

export type PageName = keyof typeof PATHS;

/** Pages that only a signed-in person may open. */
export const PRIVATE_PAGES: ReadonlySet<PageName> = new Set<PageName>([
  'generate',
  'gallery',
  'favorites',
  'profile',
  'batch',
  'paymentSuccess',
]);

/** Pages that visitors read without a call of the API. */
export const READING_PAGES: ReadonlySet<PageName> = new Set<PageName>([
  'home',
  'pricing',
  'explore',
  'guide',
  'faq',
  'contact',
  'api',
  'terms',
  'privacy',
  'cookies',
]);

/** The end of a path that may be missing. */
const OPTIONAL = /(\/:\w+)\?$/;

/** The default language has no prefix. */
const prefixOf = (locale: Locale): string => (locale === DEFAULT_LOCALE ? '' : `/${locale}`);

interface AddressParts {
  params?: Record<string, string>;
  query?: Record<string, string>;
  hash?: string;
}

/** The address of a page in a language: `address('gallery', 'zh', { query: { page: '2' } })` is `/zh/gallery?page=2`. */
export function address(page: PageName, locale: Locale, { params, query, hash }: AddressParts = {}): string {
  const path = fillPath(PATHS[page].replace(OPTIONAL, params ? '$1' : ''), params);
  const localized = path === '/' ? prefixOf(locale) || '/' : prefixOf(locale) + path;
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  return localized + search + (hash ? `#${hash}` : '');
}

const LOCALE_PREFIX = new RegExp(`^/(${LOCALES.filter((locale) => locale !== DEFAULT_LOCALE).join('|')})(?=/|$)`, 'i');

/** The language that a path stands for. */
export function localeOfPath(pathname: string): Locale {
  const prefix = LOCALE_PREFIX.exec(pathname)?.[1]?.toLowerCase();
  return isLocale(prefix) ? prefix : DEFAULT_LOCALE;
}

/** The path without its language prefix, `/` at least. */
export const withoutLocale = (pathname: string): string => pathname.replace(LOCALE_PREFIX, '') || '/';

/** The same page in another language, query and hash kept. */
export function inLocale(place: { pathname: string; search: string; hash: string }, locale: Locale): string {
  const path = withoutLocale(place.pathname);
  return (path === '/' ? prefixOf(locale) || '/' : prefixOf(locale) + path) + place.search + place.hash;
}

// `en`, `fr`, `zh-CN`, `zh-Hans-CN`: what somebody may take for a language prefix.
const LANGUAGE_LIKE = /^\/[a-z]{2}(-[a-z]{4})?(-([a-z]{2}|\d{3}))?(?=\/|$)/i;

/** True for a path below a prefix that looks like a language but is none of ours. */
export const hasForeignLocalePrefix = (pathname: string): boolean =>
  LANGUAGE_LIKE.test(pathname) && !LOCALE_PREFIX.test(pathname);

export const isLocale = (value: unknown): value is Locale => LOCALES.some((locale) => locale === value);

const matchers = Object.entries(PATHS).map(
  ([page, pattern]) =>
    [page as PageName, new RegExp(`^${pattern.replace(OPTIONAL, '($1)?').replace(/:\w+/g, '[^/]+')}/?$`, 'i')] as const,
);

/** Which page a path belongs to, in whichever language; null for an unknown one. */
export function pageOfPath(pathname: string): PageName | null {
  const path = withoutLocale(pathname);
  return matchers.find(([, pattern]) => pattern.test(path))?.[0] ?? null;
}
