import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  DEFAULT_LOCALE,
  LOCALES,
  MODELS,
  OUTPUT_FORMATS,
  QUALITIES,
  STYLES,
  STYLE_GROUP_IDS,
  type Locale,
} from '@app/contracts';
import { describe, expect, it } from '@jest/globals';

type Texts = { [key: string]: string | Texts };

const SOURCE = join(__dirname, '..');

const read = (path: string): Texts => JSON.parse(readFileSync(path, 'utf8')) as Texts;

const flatten = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  );

const PLURAL = /_(zero|one|two|few|many|other)$/;
const withoutPlural = (key: string): string => key.replace(PLURAL, '');

const namespacesOf = (locale: string) => readdirSync(join(__dirname, locale)).map((file) => basename(file, '.json'));
const namespaces = namespacesOf(DEFAULT_LOCALE);
const texts = (locale: string, namespace: string) => flatten(read(join(__dirname, locale, `${namespace}.json`)));

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}|<(\w+)>/g)].map((match) => match[0]).sort();

const keysOf = (locale: string): string[] =>
  namespaces.flatMap((namespace) => texts(locale, namespace).map(([key]) => `${namespace}:${key}`));
const counted = (locale: string): Set<string> =>
  new Set(
    keysOf(locale)
      .filter((key) => PLURAL.test(key))
      .map(withoutPlural),
  );

// The product has one word for each thing: image, held, returned; 提示词, 比例, 预扣, 退回.
const OTHER_WORDS: Record<Locale, RegExp> = {
  en: /(?<!profile )\bpictures?\b|\bset aside\b|\btake it back\b|\bout of order\b/gi,
  zh: /描述|画幅|尺寸|暂扣|预留|退还|撤回/g,
};

const readPages = (locale: Locale): string[] => {
  const folder = join(SOURCE, 'content', locale);
  return readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
};

describe.each(LOCALES)('the texts in %s', (locale) => {
  it('have the same keys as those of the default language', () => {
    const keys = (of: string) => [...new Set(keysOf(of).map(withoutPlural))].sort();
    expect(namespacesOf(locale)).toEqual(namespaces);
    expect(keys(locale)).toEqual(keys(DEFAULT_LOCALE));
    expect([...counted(locale)].sort()).toEqual([...counted(DEFAULT_LOCALE)].sort());
  });

  it('have exactly the plural forms of the language', () => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const expected = [...counted(locale)].flatMap((key) => forms.map((form) => `${key}_${form}`));
    expect(
      keysOf(locale)
        .filter((key) => PLURAL.test(key))
        .sort(),
    ).toEqual(expected.sort());
  });

  it.each(namespaces)('name the same placeholders in %s', (namespace) => {
    const translated = new Map(texts(locale, namespace));
    for (const [key, text] of texts(DEFAULT_LOCALE, namespace)) {
      const other = translated.get(key) ?? translated.get(`${withoutPlural(key)}_other`);
      // A singular may spell its number out.
      const ours = key.endsWith('_one') && other ? placeholders(other) : placeholders(text);
      expect([key, placeholders(other ?? '')]).toEqual([key, ours]);
    }
  });

  it('are not empty', () => {
    const all = namespaces.flatMap((namespace) => texts(locale, namespace));
    expect(all.filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('use no other word for what the product has a word for', () => {
    const all = namespaces.flatMap((namespace) => texts(locale, namespace).map(([, text]) => text));
    const found = [...all, ...readPages(locale)].flatMap((text) => text.match(OTHER_WORDS[locale]) ?? []);
    expect(found).toEqual([]);
  });

  it('have no half-width punctuation between Chinese characters', () => {
    const all = namespaces.flatMap((namespace) => texts(locale, namespace));
    expect(all.filter(([, text]) => /\p{Script=Han}[,;:!?]\p{Script=Han}/u.test(text))).toEqual([]);
  });
});

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return /\.(tsx?|mdx)$/.test(name) && !/\.spec\.tsx?$/.test(name) ? [readFileSync(path, 'utf8')] : [];
  });
}

describe('the use of texts', () => {
  const code = sources(SOURCE).join('\n');
  const literals = new Set([...code.matchAll(/['"]([\w.:-]+)['"]/g)].map((match) => match[1]));
  // `styles.${id}` uses every key that it can stand for.
  const templates = [...code.matchAll(/`([\w.${}()[\] ?:'!&|=-]*\$\{[^`]*)`/g)].map(
    (match) =>
      new RegExp(
        `^${(match[1] ?? '')
          .split(/\$\{[^}]*\}/)
          .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('[\\w/.-]+')}$`,
      ),
  );
  const keyTemplates = templates.filter((pattern) => /[a-zA-Z]/.test(pattern.source.replaceAll('[\\w/.-]+', '')));

  const isUsed = (name: string) => literals.has(name) || keyTemplates.some((pattern) => pattern.test(name));

  // Options are named by contracts, see below.
  it.each(namespaces.filter((namespace) => namespace !== 'options'))('leaves none of %s unused', (namespace) => {
    const unused = texts(DEFAULT_LOCALE, namespace)
      .map(([key]) => withoutPlural(key))
      .filter((key) => ![key, `${namespace}:${key}`].some((name) => isUsed(name)));
    expect([...new Set(unused)]).toEqual([]);
  });

  it('asks for none that is missing', () => {
    const known = new Set(
      namespaces.flatMap((namespace) => texts(DEFAULT_LOCALE, namespace).map(([key]) => withoutPlural(key))),
    );
    const asked = [...code.matchAll(/\bt(?:Common|Options|Meta)?\(\s*'(?:\w+:)?([\w.-]+)'/g)].map(
      (match) => match[1] ?? '',
    );
    expect(asked.length).toBeGreaterThan(100);
    expect(asked.filter((key) => !known.has(key))).toEqual([]);
  });
});

describe('options', () => {
  it('have a name each, and nothing else has', () => {
    const named = Object.fromEntries(
      Object.entries(read(join(__dirname, DEFAULT_LOCALE, 'options.json'))).map(([group, names]) => [
        group,
        Object.keys(names),
      ]),
    );
    expect(named).toEqual({
      styles: [...STYLES],
      groups: [...STYLE_GROUP_IDS],
      models: [...MODELS],
      qualities: [...QUALITIES],
      formats: [...OUTPUT_FORMATS],
    });
  });
});
