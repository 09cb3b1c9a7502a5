import { expect, test } from '@jest/globals';
import { Coverage } from './coverage.js';
import { FAULT_KINDS } from './fault.js';
import { Died, Life } from './life.js';
import type { Plan } from './plan.js';

/** Which of these steps a process does before it dies, with a coverage in which all of them met everything. */
async function livesUntil(plan: Plan, steps: string[]): Promise<string[]> {
  const coverage = new Coverage();
  for (const step of steps) for (const kind of FAULT_KINDS) coverage.happened('paint', step, kind);
  const life = new Life(coverage, 1);
  const done: string[] = [];
  const work = async (): Promise<void> => {
    for (const step of steps) {
      await life.reach(step);
      done.push(step);
    }
  };
  await life.run('paint', plan, work).catch((error: unknown) => {
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

test('a second fault waits for its step, too', async () => {
  const plan: Plan = { kind: 'pause', at: 0, next: { kind: 'crash', at: 0, step: 'clean' } };
  expect(await livesUntil(plan, ['write', 'read', 'clean'])).toEqual(['write', 'read']);
});

test('what nobody saw yet goes first, whatever was planned', async () => {
  const coverage = new Coverage();
  const life = new Life(coverage, 1);
  await life.run('paint', { kind: 'crash', at: 9, next: null }, () => life.reach('begin')).catch(() => undefined);
  expect(life.isDead).toBe(true);
  const next = new Life(coverage, 1);
  await next.run('paint', { kind: 'crash', at: 9, next: null }, () => next.reach('begin'));
  expect(coverage.holes()).toEqual([]);
});

test('work that goes on when the answer is out belongs to the operation that began it', async () => {
  const coverage = new Coverage();
  const life = new Life(coverage, 1);
  let ring = (): void => undefined;
  const answered = new Promise<void>((resolve) => (ring = resolve));
  let late: Promise<void> = Promise.resolve();
  await life.run('generate', null, () => {
    late = answered.then(() => life.reach('rung'));
    return Promise.resolve();
  });
  await life.run('delete', { kind: 'pause', at: 0, next: null }, () => {
    ring();
    return late;
  });
  expect(coverage.holes()).toEqual(['generate · rung: crash', 'generate · rung: pause']);
});
