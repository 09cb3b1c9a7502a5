/**
 * `crash`: the process dies before the step. `crash in flight`: it dies when the step was sent, and never hears what became
 * of it. `answer lost`: the step was sent and the connection breaks; the process lives on. `pause`: it sleeps before the step
 * for longer than a lease.
 */
export const FAULT_KINDS = ['crash', 'crash in flight', 'answer lost', 'pause'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export const OPERATIONS = ['generate', 'paint', 'sweep', 'delete', 'restore', 'cancel', 'bonus', 'refresh'] as const;
export type Operation = (typeof OPERATIONS)[number];
