import { createTestServices, type TestServices } from '@app/sandbox/test-services';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { DEFECTS } from '../../src/defects/index.js';
import { PrivateCopy } from '../../src/defects/private-copy.js';
import { runTests } from '../../src/defects/run-tests.js';

let copy: PrivateCopy;
let services: TestServices;
const seen: Record<string, { 'noticed by': string; failed: number; seconds: number }> = {};

beforeAll(async () => {
  [copy, services] = await Promise.all([PrivateCopy.make(), createTestServices()]);
});
afterAll(async () => {
  await services.stop();
  await copy.remove();
  console.table(seen);
});

test.each(DEFECTS.map((defect) => [defect.name, defect] as const))('%s', async (name, defect) => {
  const start = performance.now();
  const verdict = await copy.with(defect.edits, () => runTests(defect, copy, services));
  const seconds = Math.round((performance.now() - start) / 1_000);
  // At once: the whole list takes a while.
  process.stderr.write(`${verdict.outcome} after ${seconds} s: ${name} (${verdict.by.slice(0, 200)})\n`);
  seen[name] = { 'noticed by': `${verdict.outcome}: ${verdict.by.slice(0, 90)}`, failed: verdict.failed, seconds };
  expect(verdict).toMatchObject({ outcome: 'noticed' });
});
