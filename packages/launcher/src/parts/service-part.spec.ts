import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { redisPart, type DatabasePart } from './service-part.js';

let dir: string;
let part: DatabasePart;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'service-'));
});
afterEach(async () => {
  await part.stop();
  rmSync(dir, { recursive: true, force: true });
});

it('logs nothing into the file of an earlier day', async () => {
  const logFile = join(dir, 'redis.log');
  writeFileSync(logFile, 'an earlier day\n');
  utimesSync(logFile, 1, 1);
  part = redisPart({ dir: join(dir, 'redis'), logFile, durable: false, onProgress: () => undefined });
  await part.start();
  expect(readFileSync(logFile, 'utf8')).not.toContain('an earlier day');
  // Too old to be kept.
  expect(existsSync(`${logFile}.1`)).toBe(false);
});
