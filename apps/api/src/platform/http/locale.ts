import { DEFAULT_LOCALE, LOCALES, type Locale } from '@app/contracts';

function weighted(part: string): { base: string; quality: number } {
  const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
  const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
  return { base: tag.split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) };
}

/** The language of an `Accept-Language` header among ours, the best-liked first; the default if there is none. */
export function localeOf(acceptLanguage: string | undefined): Locale {
  if (!acceptLanguage) return DEFAULT_LOCALE;
  const wishes = acceptLanguage
    .split(',')
    .slice(0, 20)
    .map(weighted)
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  for (const { base } of wishes) {
    const locale = LOCALES.find((known) => known === base);
    if (locale) return locale;
  }
  return DEFAULT_LOCALE;
}
