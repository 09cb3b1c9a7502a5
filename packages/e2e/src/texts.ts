import type { Locale } from '@app/contracts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Texts = { [key: string]: string | Texts };

const folder = join(import.meta.dirname, '..', '..', '..', 'apps', 'web', 'src', 'locales');
const loaded = new Map<string, Texts>();

function fileOf(locale: Locale, namespace: string): Texts {
  const name = `${locale}/${namespace}.json`;
  const known = loaded.get(name) ?? (JSON.parse(readFileSync(join(folder, name), 'utf8')) as Texts);
  loaded.set(name, known);
  return known;
}

/** Steps from dot to dot; names with dots of their own (`models.sd3.5-large`) are found too. */
function textAt(texts: Texts, path: string): string | undefined {
  const whole = texts[path];
  if (typeof whole === 'string') return whole;
  const [first = '', ...rest] = path.split('.');
  const below = texts[first];
  return typeof below === 'object' ? textAt(below, rest.join('.')) : undefined;
}

/** The form of a text for a number, as i18next names it. */
const pluralOf = (locale: Locale, path: string, { count }: Record<string, string | number>): string =>
  typeof count === 'number' ? `${path}_${new Intl.PluralRules(locale).select(count)}` : path;

/**
 * A text as the product shows it: `text('zh', 'generate:submit.action')`. Tests speak the product's own words, so that a
 * better wording breaks none of them. With a `count` the language chooses among the forms.
 */
export function text(locale: Locale, key: string, values: Record<string, string | number> = {}): string {
  const [namespace = '', path = ''] = key.split(':');
  const texts = fileOf(locale, namespace);
  const found = textAt(texts, path) ?? textAt(texts, pluralOf(locale, path, values));
  if (found === undefined) throw new Error(`There is no text ${key} in ${locale}`);
  return found.replace(/{{(\w+)}}/g, (_, name: string) => String(values[name] ?? ''));
}

/** The address of a page in a language. */
export const inLocale = (locale: Locale, path: string): string =>
  locale === 'zh' ? `/zh${path === '/' ? '' : path}` : path;
