import { createTestServices, type TestServices } from '@app/sandbox/test-services';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { settings } from '../../src/config.js';
import { DEFECTS } from '../../src/defects/index.js';
import { PrivateCopy } from '../../src/defects/private-copy.js';
import { runTests } from '../../src/defects/run-tests.js';
import { recordDefects } from '../../src/record.js';

let copy: PrivateCopy;
let services: TestServices;
const start = performance.now();
const seen: Record<string, { 'noticed by': string; failed: number; seconds: number }> = {};

beforeAll(async () => {
  [copy, services] = await Promise.all([PrivateCopy.make(), createTestServices()]);
});
afterAll(async () => {
  await services.stop();
  await copy.remove();
  console.table(seen);
  const noticed = Object.values(seen).filter((one) => one['noticed by'].startsWith('noticed')).length;
  const seconds = Math.round((performance.now() - start) / 1_000);
  const isWhole = Object.keys(seen).length === DEFECTS.length;
  if (settings.isRecorded && isWhole) await recordDefects(DEFECTS.length, noticed, seconds);
});

test.each(DEFECTS.map((defect) => [defect.name, defect] as const))('%s', async (name, defect) => {
  const since = performance.now();
  const verdict = await copy.with(defect.edits, () => runTests(defect, copy, services));
  const seconds = Math.round((performance.now() - since) / 1_000);
  // At once: the whole list takes a while.
  process.stderr.write(`${verdict.outcome} after ${seconds} s: ${name} (${verdict.by.slice(0, 200)})\n`);
  seen[name] = { 'noticed by': `${verdict.outcome}: ${verdict.by.slice(0, 90)}`, failed: verdict.failed, seconds };
  expect(verdict).toMatchObject({ outcome: 'noticed' });
});
