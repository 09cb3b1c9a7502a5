import { expect, test } from '@jest/globals';
import { withTimeout } from './with-timeout.js';

const late = (): Error => new Error('late');
const never = new Promise<never>(() => undefined);

test('work in time gives its result, or fails as it fails', async () => {
  expect(await withTimeout(Promise.resolve(7), 60_000, late)).toBe(7);
  await expect(withTimeout(Promise.reject(new Error('broken')), 60_000, late)).rejects.toThrow('broken');
});

test('work that takes longer is given up', async () => {
  await expect(withTimeout(never, 1, late)).rejects.toThrow('late');
});
