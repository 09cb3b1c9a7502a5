import { expect, test } from '@jest/globals';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { abortAfter } from './abort-after.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const HOUR_MS = 3_600_000;
const stop = new AbortController();

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });

test('aborts after its time, also when garbage is collected meanwhile', async () => {
  const aborted = abortAfter(20, stop.signal, untilAborted).catch((error: unknown) => error);
  for (let round = 0; round < 3; round += 1) {
    await new Promise(setImmediate);
    collectGarbage();
  }
  expect(await aborted).toMatchObject({ name: 'TimeoutError' });
});

test('aborts with the signal that stops it, also when it was stopped before', async () => {
  const own = new AbortController();
  const aborted = expect(abortAfter(HOUR_MS, own.signal, untilAborted)).rejects.toThrow('stopping');
  own.abort(new Error('stopping'));
  await aborted;
  await expect(abortAfter(HOUR_MS, own.signal, untilAborted)).rejects.toThrow('stopping');
});

test('answers what the work answers, and is not aborted after it', async () => {
  const signal = await abortAfter(20, stop.signal, (given) => Promise.resolve(given));
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(signal.aborted).toBe(false);
});
