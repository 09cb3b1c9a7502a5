import { expect, test } from '@jest/globals';
import { matchesEtag, parseRange } from './byte-range.js';

test.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  [' bytes=5-5 ', { start: 5, end: 5 }],
  ['Bytes=0-9', { start: 0, end: 9 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  [undefined, 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=9-5', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['pages=1-2', 'whole'],
  ['bytes=a-b', 'whole'],
  ['bytes=0-99999999999999999999', 'whole'],
] as const)('%j of a hundred bytes', (header, range) => {
  expect(parseRange(header, 100)).toEqual(range);
});

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"x", "a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  [undefined, false],
])('If-None-Match %j against "a" is %s', (header, matches) => {
  expect(matchesEtag(header, '"a"')).toBe(matches);
});
