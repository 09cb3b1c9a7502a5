import { DEFAULT_LOCALE, LOCALES, type Locale } from '@app/contracts';
import Negotiator from 'negotiator';

/** The default first, because it answers `*`. */
const OFFERED = [DEFAULT_LOCALE, ...LOCALES.filter((locale) => locale !== DEFAULT_LOCALE)];

export function localeOf(acceptLanguage: string | undefined): Locale {
  const wished = new Negotiator({ headers: { 'accept-language': acceptLanguage } }).language(OFFERED);
  return LOCALES.find((locale) => locale === wished) ?? DEFAULT_LOCALE;
}
