import { expect, test } from '@jest/globals';
import { displayName } from './display-name.js';

test.each<[(string | null | undefined)[], string]>([
  [['Ada Lovelace'], 'Ada Lovelace'],
  [[null, undefined, '  ', 'ada'], 'ada'],
  [['\u200b\u3000', 'login'], 'login'],
  [['  Ada \n\t Lovelace '], 'Ada Lovelace'],
  [['\u202EecilA\u0000'], 'ecilA'],
  [['<script>x</script>'], '<script>x</script>'],
  [['e\u0301'], 'é'],
])('of %j the name is %s', (candidates, name) => {
  expect(displayName(candidates, 'en-US')).toBe(name);
});

test('is cut to a hundred characters, never through one', () => {
  expect([...displayName(['😀'.repeat(300)], 'en-US')]).toEqual(Array(100).fill('😀'));
});

test('is never empty, in the person’s language', () => {
  expect(displayName([null, ' '], 'zh-CN')).toBe('新用户');
  expect(displayName([], 'en-US')).toBe('New user');
});
