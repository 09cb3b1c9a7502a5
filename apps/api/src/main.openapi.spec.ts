import { openApiDocument } from '@app/contracts';
import { afterEach, expect, jest, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const dir = mkdtempSync(join(tmpdir(), 'openapi-'));
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(dir, { recursive: true, force: true });
});

test('writes the description of every call to the file that is named', async () => {
  const file = join(dir, 'described.json');
  jest.replaceProperty(process, 'argv', ['node', 'main.openapi.js', file]);
  await import('./main.openapi.js');
  const text = readFileSync(file, 'utf8');
  expect(JSON.parse(text)).toEqual(openApiDocument('Lumina'));
  expect(text).toMatch(/^\{\n {2}"openapi": "3\.1\.0",\n[^]*\n\}\n$/);
});

test('the retry of a batch says of which rows it makes the new one', () => {
  const { paths } = openApiDocument('Lumina') as { paths: Record<string, Record<string, { summary: string }>> };
  const retry = paths['/api/v1/batches/{id}/retry']?.['post'];
  expect(retry?.summary).toContain('rows that failed or were cancelled');
});
