import { DEFAULT_LOCALE, STORAGE_KEYS, type Locale } from '@app/contracts';
import { isLocale, localeOfPath, pageOfPath } from '../config/paths';
import { matchLocale } from '../shared/i18n/i18n';
import { readStored, writeStored } from '../shared/storage/local-storage';

export function storedLocale(): Locale | null {
  const stored = readStored(STORAGE_KEYS.locale);
  return isLocale(stored) ? stored : null;
}

export const rememberLocale = (locale: Locale): void => writeStored(STORAGE_KEYS.locale, locale);

export const browserLocale = (): Locale | null => matchLocale(navigator.languages);

/** The language that a person would rather read, as far as we know: the stored choice, else the browser's. */
export const preferredLocale = (): Locale => storedLocale() ?? browserLocale() ?? DEFAULT_LOCALE;

/**
 * The language in which a path is shown. The path decides, but for the one address that providers return to: it has no
 * language of its own and speaks the stored one.
 */
export function localeToShow(pathname: string): Locale {
  const ofPath = localeOfPath(pathname);
  return ofPath === DEFAULT_LOCALE && pageOfPath(pathname) === 'authCallback' ? preferredLocale() : ofPath;
}

/** Where `/` leads on a first visit; null to stay. With a stored choice the path alone decides. */
export const firstVisitTarget = (): Locale | null => {
  if (storedLocale() !== null) return null;
  const browser = browserLocale();
  return browser === null || browser === DEFAULT_LOCALE ? null : browser;
};
