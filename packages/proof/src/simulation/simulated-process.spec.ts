import { expect, test } from '@jest/globals';
import { Coverage } from './coverage.js';
import { FAULT_KINDS } from './fault.js';
import { ProcessDied, SimulatedProcess } from './simulated-process.js';
import type { Plan } from './plan.js';

/** Steps done before the crash, with a coverage in which no fault is missing. */
async function stepsBeforeCrash(plan: Plan, steps: string[]): Promise<string[]> {
  const coverage = new Coverage();
  for (const step of steps) for (const kind of FAULT_KINDS) coverage.happened('paint', step, kind);
  const process = new SimulatedProcess(coverage, 1);
  const done: string[] = [];
  const work = async (): Promise<void> => {
    for (const step of steps) {
      await process.reach(step);
      done.push(step);
    }
  };
  await process.run('paint', plan, work).catch((error: unknown) => {
    if (!(error instanceof ProcessDied)) throw error;
  });
  return done;
}

test('injects a fault at its position, an aimed fault at its step', async () => {
  const steps = ['begin', 'lock', 'write', 'commit'];
  expect(await stepsBeforeCrash({ kind: 'crash', at: 1, next: null }, steps)).toEqual(['begin']);
  expect(await stepsBeforeCrash({ kind: 'crash', at: 1, step: 'commit', next: null }, steps)).toEqual([
    'begin',
    'lock',
    'write',
  ]);
  expect(await stepsBeforeCrash({ kind: 'crash', at: 0, step: 'elsewhere', next: null }, steps)).toEqual(steps);
});

test('aims the second fault at its step', async () => {
  const plan: Plan = { kind: 'pause', at: 0, next: { kind: 'crash', at: 0, step: 'clean' } };
  expect(await stepsBeforeCrash(plan, ['write', 'read', 'clean'])).toEqual(['write', 'read']);
});

test('injects missing faults before planned ones', async () => {
  const coverage = new Coverage();
  const process = new SimulatedProcess(coverage, 1);
  await process.run('paint', { kind: 'crash', at: 9, next: null }, () => process.reach('begin')).catch(() => undefined);
  expect(process.isDead).toBe(true);
  const next = new SimulatedProcess(coverage, 1);
  await next.run('paint', { kind: 'crash', at: 9, next: null }, () => next.reach('begin'));
  expect(coverage.missing()).toEqual([]);
});

test('attributes late steps to the operation that began them', async () => {
  const coverage = new Coverage();
  const process = new SimulatedProcess(coverage, 1);
  let ring = (): void => undefined;
  const answered = new Promise<void>((resolve) => (ring = resolve));
  let late: Promise<void> = Promise.resolve();
  await process.run('generate', null, () => {
    late = answered.then(() => process.reach('enqueued'));
    return Promise.resolve();
  });
  await process.run('delete', { kind: 'pause', at: 0, next: null }, () => {
    ring();
    return late;
  });
  expect(coverage.missing()).toEqual(['generate · enqueued: crash', 'generate · enqueued: pause']);
});
