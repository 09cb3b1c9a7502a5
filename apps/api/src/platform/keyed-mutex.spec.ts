import { expect, test } from '@jest/globals';
import { KeyedMutex } from './keyed-mutex.js';

/** Work that ends when it is told to. */
function controlled(log: string[], name: string) {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = async (): Promise<string> => {
    log.push(`${name} begins`);
    await ended;
    log.push(`${name} ends`);
    return name;
  };
  return { work, end: () => end() };
}

test('runs the work of one key in the order of asking while other keys go on, and keeps no key afterwards', async () => {
  const mutex = new KeyedMutex();
  const log: string[] = [];
  const [first, second, other] = [controlled(log, 'first'), controlled(log, 'second'), controlled(log, 'other')];
  const done = [
    mutex.runExclusive('a', first.work),
    mutex.runExclusive('a', second.work),
    mutex.runExclusive('b', other.work),
  ];
  second.end();
  other.end();
  await done[2];
  expect(log).toEqual(['first begins', 'other begins', 'other ends']);
  first.end();
  expect(await Promise.all(done)).toEqual(['first', 'second', 'other']);
  expect(log.slice(3)).toEqual(['first ends', 'second begins', 'second ends']);
  expect(mutex.size).toBe(0);
});

test('runs the next work of a key after one that failed, and keeps no key afterwards', async () => {
  const mutex = new KeyedMutex();
  const failing = mutex.runExclusive('a', () => Promise.reject(new Error('no')));
  const next = mutex.runExclusive('a', () => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
  expect(mutex.size).toBe(0);
});
