import { describe, expect, test } from '@jest/globals';
import { receiptPdf } from './receipt-pdf.js';

const pdf = (...lines: string[]): string => receiptPdf('Receipt', lines).toString('latin1');
const shown = (...lines: string[]): string[] =>
  [...pdf(...lines).matchAll(/\/(F\d) 11 Tf (\(.*?\)|<.*?>) Tj/g)].map(([, font, text]) => `${font} ${text}`);

describe('a receipt', () => {
  test('finds each of its objects where its table says', () => {
    const file = pdf('Ada GmbH', '上海明灯科技有限公司', 'Łódź');
    const at = Number(/startxref\n(\d+)/.exec(file)?.[1]);
    const [, size = '', table = ''] = /^xref\n0 (\d+)\n([^]*?)trailer/.exec(file.slice(at)) ?? [];
    const offsets = [...table.matchAll(/(\d{10}) 00000 n/g)].map(([, offset]) => Number(offset));
    expect(offsets).toHaveLength(Number(size) - 1);
    offsets.forEach((offset, index) => expect(file.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`)));
    for (const [, number] of file.matchAll(/(\d+) 0 R/g)) expect(Number(number)).toBeLessThan(Number(size));
  });

  test('shows Western names with their signs', () => {
    expect(shown('Müller & Söhne (Köln)', 'O’Šea – €5')).toEqual([
      'F1 (Müller & Söhne \\(Köln\\))',
      'F1 (O\u0092\u008aea \u0096 \u00805)',
    ]);
  });

  test('names letters of Central Europe and Turkey, each once', () => {
    expect(shown('Łódź')).toEqual(['F2 (\u0080)', 'F1 (ód)', 'F2 (\u0081)']);
    expect(pdf('Łódź Ł ışğ ţ őű')).toContain(
      '/Differences [128 /Lslash /zacute /dotlessi /scedilla /gbreve /tcommaaccent /ohungarumlaut /uhungarumlaut]',
    );
  });

  test('shows Chinese in a Chinese font, beside Latin', () => {
    expect(shown('明灯 Ltd 𠮷')).toEqual(['F3 <660e706f>', 'F1 ( Ltd )', 'F3 <d842dfb7>']);
  });

  test.each([
    [
      'at a space',
      `${'Verein '.repeat(12)}e.V.`,
      ['F1 (Verein Verein Verein Verein Verein Verein Verein Verein Verein)', 'F1 (Verein Verein Verein e.V.)'],
    ],
    ['anywhere without one', '灯'.repeat(50), [`F3 <${'706f'.repeat(43)}>`, `F3 <${'706f'.repeat(7)}>`]],
  ])('breaks a long line %s', (_, line, lines) => {
    expect(shown(line)).toEqual(lines);
  });
});
