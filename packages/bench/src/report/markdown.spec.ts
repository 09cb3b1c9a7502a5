import { expect, test } from '@jest/globals';
import { replaceBetweenMarks, sections, verdictTable } from './markdown.js';
import type { PartResult } from './results.js';
import { atLeast } from './verdict.js';

const result: PartResult = {
  part: 'lists',
  title: 'Lists',
  rounds: 9,
  machine: {
    date: '2026-01-31 23:59 UTC',
    processor: '2 × Some CPU',
    memory: '4 GB',
    system: 'Linux 6',
    node: 'v20.20.2',
    postgres: '18.4',
    redis: '7.0.15',
    load: [0.5, 1.5],
  },
  findings: [
    { budget: '1', what: 'static', unit: 'ratio', measured: { q1: 0.5, median: 0.55, q3: 0.6 }, goal: atLeast(0.6) },
    { budget: '1', what: 'a | b', unit: 'us', measured: { q1: 9.4, median: 10.2, q3: 11 }, goal: null },
  ],
};

test('what was promised stands with its goal, quartiles and verdict; what was not stands elsewhere', () => {
  expect(verdictTable([result]).split('\n').slice(2)).toEqual([
    '| 1 | static | ≥ 0.60× | 0.55× (0.50–0.60) | within 20 % |',
  ]);
});

test('a part says when and on what it was measured, and what was recorded', () => {
  const text = sections([result]);
  expect(text).toContain('2026-01-31 23:59 UTC; 2 × Some CPU, 4 GB, Linux 6; Node v20.20.2');
  expect(text).toContain('load 0.5 → 1.5; 9 rounds.');
  expect(text).toContain('| a \\| b | 10 µs (9–11) |');
  expect(text).not.toContain('static');
});

test('only what stands between the marks is replaced', () => {
  const document = 'before\n<!-- bench: x -->\nold\n<!-- /bench: x -->\nafter';
  expect(replaceBetweenMarks(document, 'x', 'new')).toBe(
    'before\n<!-- bench: x -->\n\nnew\n\n<!-- /bench: x -->\nafter',
  );
  expect(() => replaceBetweenMarks(document, 'y', 'new')).toThrow('no place for y');
});
