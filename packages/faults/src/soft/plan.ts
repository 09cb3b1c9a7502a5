import type { Chance } from '../chance.js';
import type { Coverage } from './coverage.js';
import type { FaultKind, Operation } from './fault.js';

/** A fault that waits for the `at`-th moment of an operation at which it can happen. */
export interface Plan {
  kind: FaultKind;
  at: number;
  /** The only step that it waits for, if it is aimed at one: then at whichever moment. */
  step?: string;
  /** What falls on the way out of the first, its `at` counted from there. */
  next: Omit<Plan, 'next'> | null;
}

/** Moments of an operation without faults, about: faults shall fall on all of them alike. */
const MOMENTS: Record<Operation, number> = {
  generate: 20,
  paint: 45,
  sweep: 40,
  delete: 9,
  restore: 7,
  cancel: 9,
  bonus: 11,
  refresh: 6,
};
/** Of faults, by kind. */
const SHARES: readonly [FaultKind, number][] = [
  ['crash', 0.4],
  ['crash in flight', 0.25],
  ['answer lost', 0.25],
  ['pause', 0.1],
];

/** Of faults, first and second ones, those that are aimed at where few have fallen so far. The others fall on all moments alike. */
const AIMED = 0.5;
/** Of faults, those that are followed by another one. */
const TWICE = 0.3;
/** Moments within which it follows. */
const SOON = 3;

function kindOf(chance: Chance): FaultKind {
  let luck = chance.next();
  for (const [kind, part] of SHARES) {
    if (luck < part) return kind;
    luck -= part;
  }
  return 'crash';
}

/** A fault for `share` of all operations, null for the others. `coverage`: what fell where until now. */
export function planned(chance: Chance, operation: Operation, share: number, coverage: Coverage): Plan | null {
  if (!chance.isLucky(share)) return null;
  const fault = (within: number): Omit<Plan, 'next'> => {
    const rare = chance.isLucky(AIMED) ? coverage.rare(operation, chance) : null;
    return { kind: kindOf(chance), at: chance.below(within), ...rare };
  };
  return { ...fault(MOMENTS[operation]), next: chance.isLucky(TWICE) ? fault(SOON) : null };
}
