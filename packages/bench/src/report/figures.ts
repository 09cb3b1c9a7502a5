import type { Spread } from '../measure/statistics.js';
import type { Goal, Unit } from './verdict.js';

const DIGITS: Record<Unit, number> = { ratio: 2, ms: 1, us: 0, KB: 1, count: 0 };
const SUFFIX: Record<Unit, string> = { ratio: '×', ms: ' ms', us: ' µs', KB: ' KB', count: '' };

export const figure = (value: number, unit: Unit): string => `${value.toFixed(DIGITS[unit])}${SUFFIX[unit]}`;

/** `1.07× (1.01–1.12)`: the median with its quartiles. */
export const spreadFigure = ({ q1, median, q3 }: Spread, unit: Unit): string =>
  `${figure(median, unit)} (${q1.toFixed(DIGITS[unit])}–${q3.toFixed(DIGITS[unit])})`;

export const goalFigure = (goal: Goal | null, unit: Unit): string =>
  goal === null ? '–' : `${goal.kind === 'at-least' ? '≥' : '≤'} ${figure(goal.value, unit)}`;
