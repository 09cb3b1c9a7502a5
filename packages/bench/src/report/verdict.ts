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
  /** What a reader must know to read the figure right. */
  note?: string;
}

export type Unit = 'ratio' | 'ms' | 'us' | 'KB' | 'count';
