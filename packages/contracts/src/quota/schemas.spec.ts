import { expect, test } from '@jest/globals';
import { quotaCalls } from './schemas.js';

const body = quotaCalls.check.schemas.body;

test('a check defaults to one standard image of the specified model', () => {
  expect(body.parse({})).toEqual({ imageCount: 1, model: 'stable-diffusion-xl', quality: 'standard' });
});

test.each([
  ['imageCount', 0],
  ['imageCount', 101],
  ['imageCount', 1.5],
  ['imageCount', '1'],
  ['model', ''],
  ['model', 'x'.repeat(101)],
  ['quality', 'best'],
])('a check refuses %s = %j by name', (field, value) => {
  expect(body.safeParse({ [field]: value }).error?.issues.map(({ path }) => path)).toEqual([[field]]);
});
