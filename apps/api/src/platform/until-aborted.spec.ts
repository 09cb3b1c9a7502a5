import { expect, test } from '@jest/globals';
import { untilAborted } from './until-aborted.js';

const never = new Promise<never>(() => undefined);

test('work that ends first gives its result, or fails as it fails', async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve(7), signal)).toBe(7);
  await expect(untilAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
});

test('work is not waited for once the signal is aborted, before or meanwhile', async () => {
  const stop = new AbortController();
  const waiting = untilAborted(never, stop.signal);
  stop.abort(new Error('stopping'));
  await expect(waiting).rejects.toThrow('stopping');
  await expect(untilAborted(never, stop.signal)).rejects.toThrow('stopping');
});
