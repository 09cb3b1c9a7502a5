import { describe, expect, test } from '@jest/globals';
import { searchTerms, textTokens, tokenNumbers } from './search-tokens.js';

const finds = (query: string, text: string): boolean => {
  const { tokens, parts } = searchTerms(query);
  const held = textTokens(text);
  return (
    tokens.length > 0 &&
    tokens.every((token) => held.includes(token)) &&
    parts.every((part) => text.normalize('NFKC').includes(part))
  );
};

describe('a text', () => {
  test('is found by its words, and where it has none by every character and pair', () => {
    expect(textTokens('A red-haired FOX, 老虎山水 in 4K')).toEqual([
      'a',
      'red',
      'haired',
      'fox',
      '老',
      '虎',
      '山',
      '水',
      '老虎',
      '虎山',
      '山水',
      'in',
      '4k',
    ]);
    expect(textTokens('狐狸fox狐狸')).toEqual(['狐', '狸', '狐狸', 'fox']);
    expect(textTokens('')).toEqual([]);
    expect(textTokens('𠮷野家 🦊')).toEqual(['𠮷', '野', '家', '𠮷野', '野家']);
  });

  test.each([
    ['老', '一只老虎', true],
    ['山水', '水墨山水画', true],
    ['山水画', '水墨山水画', true],
    ['山水画', '水画与山水', false],
    ['水山', '水墨山水画', false],
    ['red fox', 'Fox that is Red', true],
    ['red fox', 'a red foxglove', false],
    ['RED', 'red', true],
    ['ｆｏｘ', 'fox', true],
    ['cafe\u0301', 'Café', true],
    ['狐狸 雪', '雪地里的狐狸', true],
    ['fox 雪', '雪 fox', true],
    ['きつね', '白いきつねの絵', true],
    ['лиса', 'Рыжая ЛИСА', true],
    ['!!!', 'what!!!', false],
    ['🦊', '🦊', false],
  ])('%j in %j: %j', (query, text, isFound) => expect(finds(query, text)).toBe(isFound));
});

test('numbers of tokens are those of one person, signed 64 bits', () => {
  const [mine, theirs] = [tokenNumbers('a', ['fox', '老']), tokenNumbers('b', ['fox', '老'])];
  expect(mine).toEqual(tokenNumbers('a', ['fox', '老']));
  expect(new Set([...mine, ...theirs]).size).toBe(4);
  for (const number of [...mine, ...theirs]) expect(BigInt.asIntN(64, BigInt(number)).toString()).toBe(number);
});
