/** What docs/errors.md says, row by row. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Locale } from '@app/contracts';

type Texts = { [key: string]: string | Texts };

export const PAGE = 'docs/errors.md';
const DOCS = join(__dirname, '../../../docs');
const LOCALES_FOLDER = join(__dirname, '../src/locales');
const lines = readFileSync(join(DOCS, 'errors.md'), 'utf8').split('\n');

const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
const rowsWith = (cells: number): string[][] =>
  lines
    .filter((line) => line.startsWith('| ') && !line.startsWith('|--'))
    .map(cellsOf)
    .filter((row) => row.length === cells);
const unquoted = (cell: string): string => cell.replaceAll('`', '');

/** The value of a key; a plural that a language does not have is read in its general form. */
export function textOf(locale: Locale, key: string): string | undefined {
  const [namespace = '', path = ''] = key.split(':');
  const file = join(LOCALES_FOLDER, locale, `${namespace}.json`);
  if (!existsSync(file)) return undefined;
  const find = (wanted: string): string | undefined => {
    let found: string | Texts | undefined = JSON.parse(readFileSync(file, 'utf8')) as Texts;
    for (const part of wanted.split('.')) found = typeof found === 'object' ? found[part] : undefined;
    return typeof found === 'string' ? found : undefined;
  };
  return find(path) ?? find(path.replace(/_one$/, '_other'));
}

// Messages name a key, and codes a status, in their second column.
const sixCells = rowsWith(6);

export const messages = sixCells
  .filter(([, key]) => key?.startsWith('`'))
  .map(([condition = '', keys = '', en = '', zh = '', next = '', tests = '']) => ({
    condition,
    keys: unquoted(keys).split('<br>'),
    texts: { en: en.split('<br>'), zh: zh.split('<br>') },
    next,
    /** Absolute paths. */
    tests: [...tests.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => resolve(DOCS, path)),
  }));

/** By code: status, condition and the texts of the web app. */
export const codes = new Map(
  sixCells.filter(([code]) => code?.startsWith('`')).map(([code = '', ...rest]) => [unquoted(code), rest] as const),
);
