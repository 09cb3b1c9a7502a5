import { CURRENCY, type Locale } from '@app/contracts';
import { LANGUAGES } from '../../config/languages';

const tagOf = (locale: Locale): string => LANGUAGES[locale].regional;

// A format is expensive to make, and pages show the same one many times.
const numberFormats = new Map<string, Intl.NumberFormat>();

function formatWith(options: Intl.NumberFormatOptions, value: number, locale: Locale): string {
  const key = locale + JSON.stringify(options);
  const known = numberFormats.get(key) ?? new Intl.NumberFormat(tagOf(locale), options);
  numberFormats.set(key, known);
  return known.format(value);
}

/** Credits as people read them: at most one decimal, none when it is whole. */
export const formatCredits = (credits: number, locale: Locale): string =>
  formatWith({ maximumFractionDigits: 1 }, credits, locale);

export const formatNumber = (value: number, locale: Locale): string => formatWith({}, value, locale);

const MONEY = { style: 'currency', currency: CURRENCY, currencyDisplay: 'narrowSymbol' } as const;

/** US cents as a price; a free plan reads `$0`, not `$0.00`. */
export const formatPrice = (cents: number, locale: Locale): string =>
  formatWith({ ...MONEY, minimumFractionDigits: cents % 100 === 0 ? 0 : 2 }, cents / 100, locale);

/** An amount that is paid, always with cents. */
export const formatMoney = (amount: number, locale: Locale): string => formatWith(MONEY, amount, locale);

const dateFormats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const known = dateFormats.get(key) ?? new Intl.DateTimeFormat(tagOf(locale), options);
  dateFormats.set(key, known);
  return known;
}

export const formatDate = (
  date: string | Date,
  locale: Locale,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' },
): string => dateFormat(locale, options).format(new Date(date));

const MEGABYTE = 1_000_000;

/** A file's size as people know it: `820 kB`, `31.4 MB`. */
export function formatBytes(bytes: number, locale: Locale): string {
  const [unit, size] = bytes < MEGABYTE ? (['kilobyte', 1000] as const) : (['megabyte', MEGABYTE] as const);
  const options = { style: 'unit', unit, maximumFractionDigits: unit === 'megabyte' ? 1 : 0 } as const;
  return formatWith(options, bytes / size, locale);
}

/** `0147`. */
export const formatFrameNumber = (frame: number): string => String(frame).padStart(4, '0');

const BORDER = /[\p{Script=Latin}\d]\p{Script=Han}|\p{Script=Han}[\p{Script=Latin}\d]/u;
/** Between Chinese and Latin letters or digits stands a space, which the formats leave out. */
const gap = (before = '', after = ''): string => (BORDER.test(before.slice(-1) + after.slice(0, 1)) ? ' ' : '');

/** `PNG and JPEG`. */
export const formatList = (items: readonly string[], locale: Locale): string =>
  new Intl.ListFormat(tagOf(locale), { type: 'conjunction' })
    .formatToParts(items)
    .map(({ value }, index, parts) => gap(parts[index - 1]?.value, value) + value)
    .join('');

export const joinSentences = (sentences: readonly (string | null | undefined)[], locale: Locale): string =>
  sentences.filter(Boolean).join(LANGUAGES[locale].sentenceGap);
