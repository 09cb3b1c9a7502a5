import { expect, test } from '@jest/globals';
import { between } from './record.js';

test('only what stands between the marks is replaced', () => {
  expect(between('a <!-- x --> old <!-- /x --> b', 'x', 'new')).toBe('a <!-- x -->\n\nnew\n\n<!-- /x --> b');
  expect(() => between('a b', 'x', 'new')).toThrow('no place for x');
});
