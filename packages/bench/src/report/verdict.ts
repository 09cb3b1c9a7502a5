import type { Spread } from '../measure/statistics.js';

/** How far a figure may be from its goal on a machine that others use too. */
export const ROOM = 0.2;

export interface Goal {
  /** Whether more or less is better. */
  kind: 'at-least' | 'at-most';
  value: number;
}

export const atLeast = (value: number): Goal => ({ kind: 'at-least', value });
export const atMost = (value: number): Goal => ({ kind: 'at-most', value });

/** `met`: reached; `near`: within the room; `missed`: beyond it; `recorded`: nothing was promised. */
export type Verdict = 'met' | 'near' | 'missed' | 'recorded';

export function verdictOf(measured: number, goal: Goal | null): Verdict {
  if (!goal) return 'recorded';
  const { kind, value } = goal;
  if (kind === 'at-least') {
    if (measured >= value) return 'met';
    return measured >= value * (1 - ROOM) ? 'near' : 'missed';
  }
  if (measured <= value) return 'met';
  return measured <= value * (1 + ROOM) ? 'near' : 'missed';
}

/** One line of the result. */
export interface Finding {
  /** Number of the budget; findings of one budget stand together. */
  budget: string;
  what: string;
  unit: Unit;
  measured: Spread;
  goal: Goal | null;
  /** A promise rather than a speed: a run in which it is not met has failed. */
  mustHold?: boolean;
  /** What a reader must know to read the figure right. */
  note?: string;
}

/** Whether a promise was broken. There is no room in promises. */
export const isBroken = ({ measured, goal, mustHold = false }: Finding): boolean =>
  mustHold && verdictOf(measured.median, goal) !== 'met';

export type Unit = 'ratio' | 'share' | 's' | 'ms' | 'us' | 'KB' | 'MB' | 'count';
