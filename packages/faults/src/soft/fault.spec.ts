import { expect, test } from '@jest/globals';
import { Chance } from '../chance.js';
import { FAULT_KINDS, planned, type Plan } from './fault.js';

const plans = (seed: number, share: number): (Plan | null)[] => {
  const chance = new Chance(seed);
  return Array.from({ length: 400 }, () => planned(chance, 'paint', share));
};

test('a seed plans the same faults each time, another one others', () => {
  expect(plans(5, 0.5)).toEqual(plans(5, 0.5));
  expect(plans(5, 0.5)).not.toEqual(plans(6, 0.5));
});

test('as many operations as asked for meet a fault, of each kind, and some a second one', () => {
  expect(plans(5, 0).filter(Boolean)).toEqual([]);
  const all = plans(5, 1).flatMap((plan) => (plan ? [plan] : []));
  expect(all).toHaveLength(400);
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(FAULT_KINDS));
  expect(all.some(({ next }) => next !== null)).toBe(true);
});
