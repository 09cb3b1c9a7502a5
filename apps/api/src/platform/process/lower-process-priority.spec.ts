import { beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type * as LowerProcessPriority from './lower-process-priority.js';

/** Linux as this process sees it: what it may read in `/proc`, and which threads are gone by now. */
let files: Record<string, string | string[]>;
let gone: number[];
const nice: [number, number][] = [];
const written: [string, string][] = [];

const read = (path: string): string | string[] => {
  const found = files[path];
  if (found === undefined) throw new Error(`ENOENT: ${path}`);
  return found;
};
const setPriority = (thread: number, priority: number): void => {
  if (gone.includes(thread)) throw new Error('ESRCH');
  nice.push([thread, priority]);
};

let tested: typeof LowerProcessPriority;
beforeAll(async () => {
  const write = (path: string, text: string) => void written.push([path, text]);
  jest.doMock('node:fs', () => ({ readdirSync: read, readFileSync: read, writeFileSync: write }));
  jest.doMock('node:os', () => ({ constants: { priority: { PRIORITY_BELOW_NORMAL: 10 } }, setPriority }));
  tested = await import('./lower-process-priority.js');
});
beforeEach(() => {
  for (const list of [nice, written]) list.length = 0;
  gone = [];
});

const stat = (session: number): string => `${process.pid} (a) S 7 (b) S 1 5 ${session} 0 -1`;

test('lowers every thread but those that have just ended, and the session that the process leads', () => {
  files = { '/proc/self/task': ['11', '12', '13'], '/proc/self/stat': stat(process.pid) };
  gone = [12];
  tested.lowerProcessPriority();
  expect(nice).toEqual([
    [11, 10],
    [13, 10],
  ]);
  expect(written).toEqual([['/proc/self/autogroup', '10']]);
});

test('leaves a session that another process leads as it is', () => {
  files = { '/proc/self/task': ['11'], '/proc/self/stat': stat(process.pid + 1) };
  tested.lowerProcessPriority();
  expect([nice, written]).toEqual([[[11, 10]], []]);
});

test('lowers the process where a system has no list of threads', () => {
  files = {};
  tested.lowerProcessPriority();
  expect([nice, written]).toEqual([[[process.pid, 10]], []]);
});
