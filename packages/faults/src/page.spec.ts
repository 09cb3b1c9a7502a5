import { expect, test } from '@jest/globals';
import { access, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { between, PAGE } from './record.js';

const ROWS = 36;
const root = dirname(dirname(PAGE));

const rowsOf = (page: string): string[] => page.split('\n').filter((line) => /^\| B\d+ *\|/.test(line));

test('the page has each fault once, and names a test for it that exists', async () => {
  const rows = rowsOf(await readFile(PAGE, 'utf8'));
  expect(rows.map((row) => row.split('|')[1]?.trim())).toEqual(Array.from({ length: ROWS }, (_, n) => `B${n + 1}`));
  for (const row of rows) {
    const files = [...(row.split('|')[4] ?? '').matchAll(/`([^`]+)`/g)].map(([, file]) => file ?? '');
    expect([row, files.length > 0]).toEqual([row, true]);
    for (const file of files) await expect(access(join(root, file))).resolves.toBeUndefined();
  }
});

test('the page has a place for what each run writes to it', async () => {
  const page = await readFile(PAGE, 'utf8');
  for (const name of ['soft lane', 'coverage', 'hard lane', 'blows', 'outside', 'troubles', 'defects']) {
    expect(between(page, name, 'figures')).toContain('figures');
  }
});
