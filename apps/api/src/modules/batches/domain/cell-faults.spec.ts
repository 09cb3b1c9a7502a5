import { expect, test } from '@jest/globals';
import { cellText, countText } from './cell-faults.js';

test('a cell is told what its column takes, in the language of the reader', () => {
  expect(cellText('count', 'en')).toMatch(/^Must be a whole number from 1 to \d+\.$/);
  expect(cellText('count', 'zh')).toMatch(/^必须是 1 到 \d+ 之间的整数。$/);
  expect(countText(4, 'en')).toBe('Your plan makes at most 4 per row.');
  expect(countText(4, 'zh')).toBe('当前套餐每行最多生成 4 张。');
});

test.each(['picture', 'constructor', '__proto__', ''])('there is no column %j', (field) => {
  expect(cellText(field, 'en')).toBe('There is no such column.');
  expect(cellText(field, 'zh')).toBe('没有这一列。');
});
