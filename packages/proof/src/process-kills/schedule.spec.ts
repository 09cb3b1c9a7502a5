import { expect, test } from '@jest/globals';
import { SeededRandom } from '../random.js';
import { schedule } from './schedule.js';

const WANTED = { kills: 300, databaseCrashes: 10, flushes: 6 };

test('schedules the requested faults in an order that repeats with the seed', () => {
  const faults = schedule(new SeededRandom(7), WANTED);
  const count = (what: string): number => faults.filter((fault) => fault.what === what).length;
  expect([count('kill'), count('crash of Postgres'), count('empty Redis')]).toEqual([300, 10, 6]);
  expect(schedule(new SeededRandom(7), WANTED)).toEqual(faults);
  expect(schedule(new SeededRandom(8), WANTED)).not.toEqual(faults);
});

test('spreads kills evenly over all steps', () => {
  const counts = new Map<string, number>();
  for (const fault of schedule(new SeededRandom(1), { ...WANTED, kills: 130 })) {
    if (fault.what === 'kill') counts.set(fault.part + fault.at, (counts.get(fault.part + fault.at) ?? 0) + 1);
  }
  expect(new Set(counts.values())).toEqual(new Set([10]));
});
