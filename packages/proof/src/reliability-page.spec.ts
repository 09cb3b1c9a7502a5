import { expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { RELIABILITY_PAGE, replaceBetweenMarks } from './document.js';
import { Sources } from './mutants/sources.js';

const FAULTS = 61;
/** Named on the page under what is not covered. */
const NOT_COVERED = [57];

test('lists each fault once, with its tests', async () => {
  const page = await readFile(RELIABILITY_PAGE, 'utf8');
  const rows = page.split('\n').filter((line) => /^\| B\d+ *\|/.test(line));
  const numbers = rows.map((row) => row.split('|')[1]?.trim());
  const covered = Array.from({ length: FAULTS }, (_, n) => n + 1).filter((n) => !NOT_COVERED.includes(n));
  expect(numbers).toEqual(covered.map((n) => `B${n}`));
  for (const n of NOT_COVERED) expect(page.split('## Not covered')[1]).toContain(`B${n} (`);
  for (const row of rows) {
    const files = [...(row.split('|')[4] ?? '').matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? '');
    expect([row, files.length > 0]).toEqual([row, true]);
  }
});

test('names only tests that exist', async () => {
  const sources = Sources.load();
  const page = await readFile(RELIABILITY_PAGE, 'utf8');
  const named = [...page.matchAll(/`([\w.-]+\.spec\.tsx?)`/g)].map(([, file]) => file ?? '');
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
