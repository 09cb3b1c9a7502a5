import { describe, expect, test } from '@jest/globals';
import { cleanText, codePointLength, isBlank } from './text.js';

describe('codePointLength', () => {
  test.each([
    ['', 0],
    ['fox', 3],
    ['一只狐狸', 4],
    ['🦊', 1],
    ['𠮷野家', 3],
    ['👨‍👩‍👧', 5],
    ['e\u0301', 1],
    ['\uFB2C', 3],
    ['\uFB2C'.repeat(167), 501],
    [`q${'\u0323\u0301'.repeat(500)}`, 31],
    ['\u{1F600}'.repeat(500), 500],
  ])('%j has %i', (text, length) => {
    expect(codePointLength(text)).toBe(length);
  });
});

describe('isBlank', () => {
  test.each([
    '',
    ' ',
    '\t\r\n',
    '\u3000',
    '\u00a0',
    '\u200b',
    '\u200d\u2060',
    '\ufeff',
    '\u0000',
    ' \u3000\u200b ',
    '\u3164\u115f',
    '\u2800',
  ])('is true for %j', (text) => {
    expect(isBlank(text)).toBe(true);
  });

  test.each(['.', ' a ', '\u3000狐', '🦊', '\u200b!'])('sees something in %j', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

describe('cleanText', () => {
  test.each([
    ['trims, full-width blanks included', ' 　a fox \n', 'a fox'],
    ['keeps tabs and line breaks inside', 'a\tb\nc\r\nd', 'a\tb\nc\r\nd'],
    ['removes control characters', 'a\u0000b\u0007c\u009fd\u007fe', 'abcde'],
    ['removes marks that reorder the text around them', 'a\u202egpj.\u2066b\u2069', 'agpj.b'],
    ['removes byte order marks', '\ufefffox', 'fox'],
    ['removes halves of surrogate pairs', 'a\ud83db\udc00c', 'abc'],
    ['keeps whole surrogate pairs', 'a🦊b', 'a🦊b'],
    ['keeps what joins an emoji', '👨‍👩‍👧', '👨‍👩‍👧'],
    ['composes', 'cafe\u0301', 'café'],
    ['keeps thirty marks on a letter', `q${'\u0301'.repeat(31)} q\u0301`, `q${'\u0301'.repeat(30)} q\u0301`],
    ['leaves full-width letters as they are', 'ＡＢＣ', 'ＡＢＣ'],
  ])('%s', (_, given, clean) => {
    expect(cleanText(given)).toBe(clean);
  });

  test.each(['\u0000 fox \u0000', ' \ufeff a', 'e\u0000\u0301', '\ud83d\u0000\ude00', 'x\u202e\u0301'])(
    'leaves a clean %j alone the second time',
    (text) => {
      expect(cleanText(cleanText(text))).toBe(cleanText(text));
    },
  );
});
