import { expect, test } from '@jest/globals';
import { Coverage } from './coverage.js';
import { Died, Life } from './life.js';
import type { Plan } from './plan.js';

/** Which of these steps a process does before it dies, with a coverage in which all of them met everything. */
async function livesUntil(plan: Plan, steps: string[]): Promise<string[]> {
  const coverage = new Coverage();
  for (const step of steps) coverage.happened('paint', step, plan.kind);
  const life = new Life(coverage, 1);
  life.begin('paint', plan);
  const done: string[] = [];
  const work = async (): Promise<void> => {
    for (const step of steps) {
      await life.reach(step);
      done.push(step);
    }
  };
  await Promise.race([work(), life.death]).catch((error: unknown) => {
    if (!(error instanceof Died)) throw error;
  });
  return done;
}

test('a fault falls on its moment, an aimed one on its step', async () => {
  const steps = ['begin', 'lock', 'write', 'commit'];
  expect(await livesUntil({ kind: 'crash', at: 1, next: null }, steps)).toEqual(['begin']);
  expect(await livesUntil({ kind: 'crash', at: 1, step: 'commit', next: null }, steps)).toEqual([
    'begin',
    'lock',
    'write',
  ]);
  expect(await livesUntil({ kind: 'crash', at: 0, step: 'elsewhere', next: null }, steps)).toEqual(steps);
});
