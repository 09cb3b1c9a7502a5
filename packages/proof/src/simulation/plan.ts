import type { SeededRandom } from '../random.js';
import type { Coverage } from './coverage.js';
import type { FaultKind, Operation } from './fault.js';

/** A fault at the `at`-th step of an operation. */
export interface Plan {
  kind: FaultKind;
  at: number;
  /** Restricts the fault to the step of this name, at any position. */
  step?: string;
  /** A second fault, counted from the first. */
  next: Omit<Plan, 'next'> | null;
}

/** Approximate number of steps without faults; positions are drawn evenly below it. */
const STEPS: Record<Exclude<Operation, 'pay'>, number> = {
  generate: 20,
  paint: 45,
  sweep: 40,
  delete: 9,
  restore: 7,
  cancel: 9,
  bonus: 11,
  refresh: 6,
};
const SHARES: readonly [FaultKind, number][] = [
  ['crash', 0.4],
  ['crash in flight', 0.25],
  ['answer lost', 0.25],
  ['pause', 0.1],
];

/** Share of faults aimed at the steps with the fewest faults so far. */
const AIMED = 0.5;
/** Share of faults followed by a second one. */
const TWICE = 0.3;
/** Steps within which the second fault follows. */
const SECOND_WITHIN = 3;

function kindOf(random: SeededRandom): FaultKind {
  let draw = random.next();
  for (const [kind, part] of SHARES) {
    if (draw < part) return kind;
    draw -= part;
  }
  return 'crash';
}

/** Plans a fault for `share` of all operations, null for the others. */
export function planFault(
  random: SeededRandom,
  operation: keyof typeof STEPS,
  share: number,
  coverage: Coverage,
): Plan | null {
  if (!random.chance(share)) return null;
  const fault = (within: number): Omit<Plan, 'next'> => {
    const rare = random.chance(AIMED) ? coverage.rare(operation, random) : null;
    return { kind: kindOf(random), at: random.below(within), ...rare };
  };
  return { ...fault(STEPS[operation]), next: random.chance(TWICE) ? fault(SECOND_WITHIN) : null };
}
