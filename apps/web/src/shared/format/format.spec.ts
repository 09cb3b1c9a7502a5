import { describe, expect, it } from '@jest/globals';
import {
  formatBytes,
  formatCredits,
  formatDate,
  formatFrameNumber,
  formatList,
  formatMoney,
  formatNumber,
  formatPrice,
  joinSentences,
} from './format';

describe('numbers', () => {
  it('of credits have at most one decimal, and none when they are whole', () => {
    expect([3, 3.5, 3.25, 1234.5].map((credits) => formatCredits(credits, 'en'))).toEqual([
      '3',
      '3.5',
      '3.3',
      '1,234.5',
    ]);
    expect(formatNumber(1234.567, 'en')).toBe('1,234.567');
  });

  it('of prices have cents only where there are some; what is paid always has', () => {
    expect([0, 900, 950, 905].map((cents) => formatPrice(cents, 'en'))).toEqual(['$0', '$9', '$9.50', '$9.05']);
    expect([0, 9].map((amount) => formatMoney(amount, 'en'))).toEqual(['$0.00', '$9.00']);
  });

  it.each([
    [820_400, '820 kB'],
    [999_000, '999 kB'],
    [1_000_000, '1 MB'],
    [31_440_000, '31.4 MB'],
  ])('of %d bytes read %s', (bytes, text) => {
    expect(formatBytes(bytes, 'en')).toBe(text);
  });

  it('of frames have four digits, and more where they need them', () => {
    expect([1, 147, 12_345].map(formatFrameNumber)).toEqual(['0001', '0147', '12345']);
  });
});

describe('texts', () => {
  it('name a day in the language of the page, with what is asked for', () => {
    const noon = '2026-11-20T12:00:00.000Z';
    expect(formatDate(noon, 'en')).toBe('Nov 20, 2026');
    expect(formatDate(new Date(noon), 'en', { month: 'long' })).toBe('November');
    expect(formatDate(noon, 'zh')).toBe('2026年11月20日');
    // A format that is known already is that of its own language and options.
    expect(formatDate(noon, 'en')).toBe('Nov 20, 2026');
  });

  it('list things as the language does', () => {
    expect(formatList(['PNG', 'JPEG', 'WebP'], 'en')).toBe('PNG, JPEG, and WebP');
    expect(formatList(['PNG', 'JPEG'], 'zh')).toBe('PNG 和 JPEG');
    expect(formatList(['PNG', 'JPEG', 'WebP'], 'zh')).toBe('PNG、JPEG 和 WebP');
    expect(formatList(['3', '语言', '5'], 'zh')).toBe('3、语言和 5');
    expect(formatList(['语言', '时区'], 'zh')).toBe('语言和时区');
  });

  it('follow one another with a gap in English and without one in Chinese, and leave out what there is not', () => {
    expect(joinSentences(['One.', null, '', undefined, 'Two.'], 'en')).toBe('One. Two.');
    expect(joinSentences(['一。', null, '二。'], 'zh')).toBe('一。二。');
  });
});
