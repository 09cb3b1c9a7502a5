import { expect, test } from '@jest/globals';
import { replaceBetweenMarks } from './document.js';

test('replaces only the text between the marks', () => {
  expect(replaceBetweenMarks('a <!-- x --> old <!-- /x --> b', 'x', 'new')).toBe(
    'a <!-- x -->\n\nnew\n\n<!-- /x --> b',
  );
  expect(() => replaceBetweenMarks('a b', 'x', 'new')).toThrow('no marks for x');
});
