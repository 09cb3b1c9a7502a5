import type { Spread } from '../measure/statistics.js';
import type { Goal, Unit } from './verdict.js';

const DIGITS: Record<Unit, number> = { ratio: 2, share: 1, s: 1, ms: 1, us: 0, KB: 1, MB: 1, count: 0 };
const SUFFIX: Record<Unit, string> = {
  ratio: '×',
  share: ' %',
  s: ' s',
  ms: ' ms',
  us: ' µs',
  KB: ' KB',
  MB: ' MB',
  count: '',
};
const SCALE: Partial<Record<Unit, number>> = { share: 100 };

const digits = (value: number, unit: Unit): string => (value * (SCALE[unit] ?? 1)).toFixed(DIGITS[unit]);

export const figure = (value: number, unit: Unit): string => `${digits(value, unit)}${SUFFIX[unit]}`;

/** `1.07× (1.01–1.12)`: the median with its quartiles; what was measured once stands alone. */
export const spreadFigure = ({ q1, median, q3 }: Spread, unit: Unit): string =>
  q1 === q3 ? figure(median, unit) : `${figure(median, unit)} (${digits(q1, unit)}–${digits(q3, unit)})`;

export const goalFigure = (goal: Goal | null, unit: Unit): string =>
  goal === null ? '–' : `${goal.kind === 'at-least' ? '≥' : '≤'} ${figure(goal.value, unit)}`;
