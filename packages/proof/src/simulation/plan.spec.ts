import { expect, test } from '@jest/globals';
import { SeededRandom } from '../random.js';
import { Coverage } from './coverage.js';
import { FAULT_KINDS } from './fault.js';
import { planFault, type Plan } from './plan.js';

const plans = (seed: number, share: number): (Plan | null)[] => {
  const random = new SeededRandom(seed);
  return Array.from({ length: 400 }, () => planFault(random, 'paint', share, new Coverage()));
};

test('plans the same faults for the same seed', () => {
  expect(plans(5, 0.5)).toEqual(plans(5, 0.5));
  expect(plans(5, 0.5)).not.toEqual(plans(6, 0.5));
});

test('plans the requested share of faults, of every kind, some with a second fault', () => {
  expect(plans(5, 0).filter(Boolean)).toEqual([]);
  const all = plans(5, 1).flatMap((plan) => (plan ? [plan] : []));
  expect(all).toHaveLength(400);
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(FAULT_KINDS));
  expect(all.some(({ next }) => next !== null)).toBe(true);
});

test('aims half of the faults at the rarest step', () => {
  const coverage = new Coverage();
  coverage.reached('paint', 'commit', ['crash', 'pause']);
  coverage.reached('delete', 'begin', ['crash']);
  for (let times = 0; times < 50; times += 1) coverage.happened('paint', 'commit', 'crash');
  const random = new SeededRandom(5);
  const all = Array.from({ length: 400 }, () => planFault(random, 'paint', 1, coverage));
  const aimed = all.filter((plan) => plan?.step !== undefined);
  expect(aimed.length).toBeGreaterThan(100);
  expect(aimed.length).toBeLessThan(300);
  expect(new Set(aimed.map((plan) => plan?.step))).toEqual(new Set(['commit']));
  const pauses = aimed.filter((plan) => plan?.kind === 'pause').length;
  expect(pauses).toBeGreaterThan(aimed.length * 0.9);
  // Some steps are reached only when something went wrong before.
  expect(all.some((plan) => plan?.next?.step === 'commit')).toBe(true);
});
