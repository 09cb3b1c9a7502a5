import type { Chance } from '../chance.js';

/**
 * `crash`: the process dies before the step. `crash in flight`: it dies when the step was sent, and never hears what became
 * of it. `answer lost`: the step was sent and the connection breaks; the process lives on. `pause`: it sleeps before the step
 * for longer than a lease.
 */
export const FAULT_KINDS = ['crash', 'crash in flight', 'answer lost', 'pause'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export const OPERATIONS = ['generate', 'paint', 'sweep', 'delete', 'restore', 'cancel', 'bonus', 'refresh'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** A fault that waits for the `at`-th moment of an operation at which it can happen. */
export interface Plan {
  kind: FaultKind;
  at: number;
}

/** Moments of an operation without faults, about: faults shall fall on all of them alike. */
const MOMENTS: Record<Operation, number> = {
  generate: 20,
  paint: 45,
  sweep: 8,
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

/** A fault for `share` of all operations, null for the others. */
export function planned(chance: Chance, operation: Operation, share: number): Plan | null {
  const isWanted = chance.isLucky(share);
  let luck = chance.next();
  const at = chance.below(MOMENTS[operation]);
  if (!isWanted) return null;
  for (const [kind, part] of SHARES) {
    if (luck < part) return { kind, at };
    luck -= part;
  }
  return { kind: 'crash', at };
}
