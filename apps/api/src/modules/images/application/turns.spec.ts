import { expect, test } from '@jest/globals';
import { Turns } from './turns.js';

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

test('work of one key runs one after the other, in the order of asking, while other keys go on', async () => {
  const turns = new Turns();
  const log: string[] = [];
  const [first, second, other] = [controlled(log, 'first'), controlled(log, 'second'), controlled(log, 'other')];
  const done = [turns.take('a', first.work), turns.take('a', second.work), turns.take('b', other.work)];
  second.end();
  other.end();
  await done[2];
  expect(log).toEqual(['first begins', 'other begins', 'other ends']);
  first.end();
  expect(await Promise.all(done)).toEqual(['first', 'second', 'other']);
  expect(log.slice(3)).toEqual(['first ends', 'second begins', 'second ends']);
  expect(turns.size).toBe(0);
});

test('work that fails lets the next one run and is remembered no longer', async () => {
  const turns = new Turns();
  const failing = turns.take('a', () => Promise.reject(new Error('no')));
  const next = turns.take('a', () => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
  expect(turns.size).toBe(0);
});

test('no more than so much runs at once, of whatever key, and who waits goes in the order of asking', async () => {
  const turns = new Turns(2);
  const log: string[] = [];
  const works = ['a', 'b', 'c', 'd'].map((key) => ({ key, ...controlled(log, key) }));
  const done = works.map(({ key, work }) => turns.take(key, work));
  for (const { end } of works.slice(1)) end();
  await done[3];
  expect(log).toEqual(['a begins', 'b begins', 'b ends', 'c begins', 'c ends', 'd begins', 'd ends']);
  works[0]?.end();
  expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'd']);
});

test('work that fails gives its place to the next', async () => {
  const turns = new Turns(1);
  const failing = turns.take('a', () => Promise.reject(new Error('no')));
  const next = turns.take('b', () => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
