import { expect, test } from '@jest/globals';
import { figure, goalFigure, spreadFigure } from './figures.js';
import { atLeast } from './verdict.js';

test('a share is told in percent, its goal and quartiles too', () => {
  expect(figure(0.995, 'share')).toBe('99.5 %');
  expect(goalFigure(atLeast(0.99), 'share')).toBe('≥ 99.0 %');
  expect(spreadFigure({ q1: 0.5, median: 0.6, q3: 0.7 }, 'share')).toBe('60.0 % (50.0–70.0)');
});

test('what was measured once stands without quartiles', () => {
  expect(spreadFigure({ q1: 3, median: 3, q3: 3 }, 'count')).toBe('3');
});
