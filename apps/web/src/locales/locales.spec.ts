import { readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { MODELS, OUTPUT_FORMATS, QUALITIES, STYLES, STYLE_GROUP_IDS } from '@app/contracts';
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

const namespaces = readdirSync(join(__dirname, 'en')).map((file) => basename(file, '.json'));
const texts = (locale: string, namespace: string) => flatten(read(join(__dirname, locale, `${namespace}.json`)));

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}|<(\w+)>/g)].map((match) => match[0]).sort();

describe.each(namespaces)('the texts of %s', (namespace) => {
  const en = texts('en', namespace);
  const zh = texts('zh', namespace);

  it('exist in both languages', () => {
    const keys = (entries: [string, string][]) => [...new Set(entries.map(([key]) => withoutPlural(key)))].sort();
    expect(keys(zh)).toEqual(keys(en));
  });

  it('have the plural forms of their language', () => {
    const forms = (entries: [string, string][]) => entries.filter(([key]) => PLURAL.test(key)).map(([key]) => key);
    expect(forms(zh).filter((key) => !key.endsWith('_other'))).toEqual([]);
    const english = new Set(forms(en));
    const bases = new Set([...english].map(withoutPlural));
    expect([...bases].flatMap((base) => [`${base}_one`, `${base}_other`]).filter((key) => !english.has(key))).toEqual(
      [],
    );
  });

  it('name the same placeholders', () => {
    const chinese = new Map(zh);
    for (const [key, text] of en) {
      const other = chinese.get(key) ?? chinese.get(`${withoutPlural(key)}_other`);
      // A singular may spell its number out.
      const ours = key.endsWith('_one') && other ? placeholders(other) : placeholders(text);
      expect([key, placeholders(other ?? '')]).toEqual([key, ours]);
    }
  });

  it('are not empty', () => {
    expect([...en, ...zh].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('have no half-width punctuation between Chinese characters', () => {
    expect(zh.filter(([, text]) => /\p{Script=Han}[,;:!?]\p{Script=Han}/u.test(text))).toEqual([]);
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
    const unused = texts('en', namespace)
      .map(([key]) => withoutPlural(key))
      .filter((key) => ![key, `${namespace}:${key}`].some((name) => isUsed(name)));
    expect([...new Set(unused)]).toEqual([]);
  });

  it('asks for none that is missing', () => {
    const known = new Set(namespaces.flatMap((namespace) => texts('en', namespace).map(([key]) => withoutPlural(key))));
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
      Object.entries(read(join(__dirname, 'en', 'options.json'))).map(([group, names]) => [group, Object.keys(names)]),
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
