import { STYLES } from '@app/contracts';
import { expect, test } from '@jest/globals';
import { withStyleInWords } from './style-phrases.js';

test('every style is said in words of its own', () => {
  const phrases = STYLES.map((style) => withStyleInWords('', style));
  expect(new Set(phrases).size).toBe(STYLES.length);
  for (const phrase of phrases) expect(phrase).toMatch(/^[a-zA-Z0-9 ,-]{20,}$/);
});

test.each([
  ['a fox', 'a fox, seamless'],
  ['a fox.', 'a fox, seamless'],
  ['一只狐狸。', '一只狐狸, seamless'],
  ['  a fox, ', 'a fox, seamless'],
  ['   ', 'seamless'],
])('it follows %j', (prompt, start) => {
  expect(withStyleInWords(prompt, 'tile-texture').startsWith(start)).toBe(true);
});
