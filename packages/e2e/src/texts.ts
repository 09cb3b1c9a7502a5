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

/** Follows the path and also finds names that contain dots (`models.sd3.5-large`). */
function textAt(texts: Texts, path: string): string | undefined {
  const whole = texts[path];
  if (typeof whole === 'string') return whole;
  const [first = '', ...rest] = path.split('.');
  const below = texts[first];
  return typeof below === 'object' ? textAt(below, rest.join('.')) : undefined;
}

/** The suffix that i18next uses for a number. */
const pluralOf = (locale: Locale, path: string, { count }: Record<string, string | number>): string =>
  typeof count === 'number' ? `${path}_${new Intl.PluralRules(locale).select(count)}` : path;

/** The displayed text, e.g. `text('zh', 'generate:submit.action')`; tests do not depend on the wording. */
export function text(locale: Locale, key: string, values: Record<string, string | number> = {}): string {
  const [namespace = '', path = ''] = key.split(':');
  const texts = fileOf(locale, namespace);
  const found = textAt(texts, path) ?? textAt(texts, pluralOf(locale, path, values));
  if (found === undefined) throw new Error(`There is no text ${key} in ${locale}`);
  return found.replace(/{{(\w+)}}/g, (_, name: string) => String(values[name] ?? ''));
}

export const inLocale = (locale: Locale, path: string): string =>
  locale === 'zh' ? `/zh${path === '/' ? '' : path}` : path;
