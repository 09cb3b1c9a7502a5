import { describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(__dirname, '..');
/** Addresses are alike in all languages. The linter looks at what stands between tags (`react/jsx-no-literals`). */
const ATTRIBUTES = 'aria-(?:label|description|valuetext|roledescription)|title|alt|placeholder|label|text|description';
const LITERAL = new RegExp(
  String.raw`\s(?:${ATTRIBUTES})=(?:"(?!https:)[^"]*\p{L}[^"]*"|\{['"][^'"]*\p{L}[^'"]*['"]\})`,
  'gu',
);

const literalsOf = (source: string): string[] => [...source.matchAll(LITERAL)].map(([found]) => found.trim());

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.tsx') && !file.endsWith('.spec.tsx') && !file.startsWith('app/kit/'),
);

describe('texts in attributes', () => {
  it('are recognized', () => {
    expect(literalsOf(`<a title="Open" alt="" className="grid" aria-label={'关闭'} label={t('label')} />`)).toEqual([
      'title="Open"',
      `aria-label={'关闭'}`,
    ]);
  });

  it('come from locales', () => {
    const found = files.flatMap((file) =>
      literalsOf(readFileSync(join(SOURCE, file), 'utf8')).map((literal) => `${file}: ${literal}`),
    );
    expect(found).toEqual([]);
  });
});
