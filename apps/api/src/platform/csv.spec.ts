import { expect, test } from '@jest/globals';
import { csvRows } from './csv.js';

test('writes rows with commas and CRLF, and leaves cells without a value empty', () => {
  expect(
    csvRows([
      ['a', 1, null],
      ['狐', -3.5, ''],
    ]),
  ).toBe('a,1,\r\n狐,-3.5,\r\n');
});

test.each([
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['a\r\nb', '"a\r\nb"'],
  ['one; two', 'one; two'],
])('quotes %j where it must', (text, written) => {
  expect(csvRows([[text]])).toBe(`${written}\r\n`);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['  =1', "'  =1"],
  ['\u3000=1', "'\u3000=1"],
  ['＝1', "'＝1"],
  ['\t=1', "'\t=1"],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ['\r=1', `"'\r=1"`],
  [';=1', ";'=1"],
  ['fox;=1', "fox;'=1"],
  ['fox; @SUM(A1)', "fox; '@SUM(A1)"],
  ['fox;;+1;-1', "fox;;'+1;'-1"],
  ['fox;"=1;', `"fox;""'=1;"`],
  ['fox\n=1', `"fox\n'=1"`],
  ['fox\t＝1', "fox\t'＝1"],
])('keeps %j from being run as a formula', (text, written) => {
  expect(csvRows([[text]])).toBe(`${written}\r\n`);
});

test.each(['a=b', 'fox - red', 'fox; red = 1', "'quoted'", '3.5'])('leaves %j as it is', (text) => {
  expect(csvRows([[text]])).toBe(`${text}\r\n`);
});
