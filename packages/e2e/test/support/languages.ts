import { LOCALES, type Locale } from '@app/contracts';

/** The pages that are checked in this language; each page is checked in one. */
export const takingTurns = <T>(pages: readonly T[], locale: Locale): T[] =>
  pages.filter((_, index) => LOCALES[index % LOCALES.length] === locale);
