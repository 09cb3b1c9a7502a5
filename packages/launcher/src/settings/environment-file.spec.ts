import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ENVIRONMENT_FILE, keepEnvironment } from './environment-file.js';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'environment-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it('keeps the settings of the API for its owner alone, also in a file that others could read', () => {
  const file = join(dir, ENVIRONMENT_FILE);
  writeFileSync(file, '{}', { mode: 0o644 });
  keepEnvironment(dir, { APP_SECRET: 'a' });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ APP_SECRET: 'a' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
