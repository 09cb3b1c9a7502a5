import { expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { RELIABILITY_PAGE, replaceBetweenMarks } from './document.js';
import { Sources } from './mutants/sources.js';

const FAULTS = 36;

test('lists each fault once, with its tests', async () => {
  const page = await readFile(RELIABILITY_PAGE, 'utf8');
  const rows = page.split('\n').filter((line) => /^\| B\d+ *\|/.test(line));
  const numbers = rows.map((row) => row.split('|')[1]?.trim());
  expect(numbers).toEqual(Array.from({ length: FAULTS }, (_, n) => `B${n + 1}`));
  for (const row of rows) {
    const files = [...(row.split('|')[4] ?? '').matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? '');
    expect([row, files.length > 0]).toEqual([row, true]);
  }
});

test('names only tests that exist', async () => {
  const sources = Sources.load();
  const page = await readFile(RELIABILITY_PAGE, 'utf8');
  const named = [...page.matchAll(/`([\w.-]+\.spec\.ts)`/g)].map(([, file]) => file ?? '');
  expect(named.filter((file) => !sources.hasTestFile(file))).toEqual([]);
});

test.each([
  'simulated crashes',
  'coverage',
  'process kills',
  'injected faults',
  'outside faults',
  'outside fault list',
  'mutants',
  'changes of api',
  'changes of web',
])('has marks for: %s', async (name) => {
  const page = await readFile(RELIABILITY_PAGE, 'utf8');
  expect(replaceBetweenMarks(page, name, 'figures')).toContain('figures');
});
