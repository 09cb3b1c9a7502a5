/**
 * `crash`: the process ends before the step. `crash in flight`: it ends after the step was sent, before its answer.
 * `answer lost`: the connection breaks after the step was sent. `pause`: it sleeps before the step for longer than a lease.
 */
export const FAULT_KINDS = ['crash', 'crash in flight', 'answer lost', 'pause'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export const OPERATIONS = ['generate', 'paint', 'sweep', 'delete', 'restore', 'cancel', 'bonus', 'refresh'] as const;
/** Payments have scenarios of their own, with a fault at each step. */
export type Operation = (typeof OPERATIONS)[number] | 'pay';

/** An answer, the code of a refusal, or null when no answer arrived. */
export type Outcome<T> = { answer: T } | { refused: string } | null;
