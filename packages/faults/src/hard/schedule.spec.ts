import { expect, test } from '@jest/globals';
import { Chance } from '../chance.js';
import { schedule } from './schedule.js';

const WANTED = { kills: 300, databaseCrashes: 10, flushes: 6 };

test('a schedule has what was asked for, in an order that repeats with its seed', () => {
  const blows = schedule(new Chance(7), WANTED);
  const count = (what: string): number => blows.filter((blow) => blow.what === what).length;
  expect([count('kill'), count('crash of Postgres'), count('empty Redis')]).toEqual([300, 10, 6]);
  expect(schedule(new Chance(7), WANTED)).toEqual(blows);
  expect(schedule(new Chance(8), WANTED)).not.toEqual(blows);
});

test('kills fall on each step alike', () => {
  const counts = new Map<string, number>();
  for (const blow of schedule(new Chance(1), { ...WANTED, kills: 130 })) {
    if (blow.what === 'kill') counts.set(blow.part + blow.at, (counts.get(blow.part + blow.at) ?? 0) + 1);
  }
  expect(new Set(counts.values())).toEqual(new Set([10]));
});
