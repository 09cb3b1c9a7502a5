import { expect, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { RequestCounts } from './request-counts.js';

Logger.overrideLogger(false);

const [EARLY, LATE] = [new Date(1_000), new Date(2_000)];

/** Counts, and what was written of them; `failing` writes are refused. */
function counting() {
  const written: unknown[][] = [];
  const state = { isFailing: false };
  const query = (_: string, params: unknown[]) => {
    if (state.isFailing) return Promise.reject(new Error('no database'));
    written.push(params);
    return Promise.resolve([[], 1]);
  };
  return { counts: new RequestCounts({ query } as unknown as DataSource), written, state };
}

test('requests are added up for each key, with the time of the last one, and written once', async () => {
  const { counts, written } = counting();
  counts.add('a', 1, EARLY);
  counts.add('b', 1, EARLY);
  counts.add('a', 1, LATE);
  await counts.write();
  await counts.write();
  expect(written).toEqual([
    [
      ['a', 'b'],
      [2, 1],
      [LATE, EARLY],
    ],
  ]);
});

test('requests that could not be written are written with the next ones', async () => {
  const { counts, written, state } = counting();
  counts.add('a', 2, EARLY);
  state.isFailing = true;
  await counts.write();
  state.isFailing = false;
  counts.add('a', 1, LATE);
  await counts.write();
  expect(written).toEqual([[['a'], [3], [LATE]]]);
});

test('requests that could not be written do not turn back the time of those that came meanwhile', async () => {
  const { counts, written, state } = counting();
  counts.add('a', 2, EARLY);
  state.isFailing = true;
  const failing = counts.write();
  counts.add('a', 1, LATE);
  await failing;
  state.isFailing = false;
  await counts.write();
  expect(written).toEqual([[['a'], [3], [LATE]]]);
});

test('a request counts as one, now, and is written when the process stops', async () => {
  const { counts, written } = counting();
  const before = Date.now();
  counts.add('a');
  await counts.onModuleDestroy();
  expect(written).toEqual([[['a'], [1], [expect.any(Date)]]]);
  const [[, , [at]]] = written as [[unknown, unknown, [Date]]];
  expect(at.getTime()).toBeGreaterThanOrEqual(before);
});
