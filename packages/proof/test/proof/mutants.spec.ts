import { createTestServices, type TestServices } from '@app/sandbox/test-services';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { settings } from '../../src/config.js';
import { applyMutant } from '../../src/mutants/apply.js';
import { MUTANTS } from '../../src/mutants/index.js';
import { PackageCopy, packageOf } from '../../src/mutants/package-copy.js';
import { runTests, type Verdict } from '../../src/mutants/run-tests.js';
import { Sources } from '../../src/mutants/sources.js';
import { recordMutants } from '../../src/record.js';

const TIMEOUT_MS = 600_000;
const sources = Sources.load();
const copies = new Map<string, Promise<PackageCopy>>();
const verdicts: Verdict[] = [];
const start = performance.now();
let services: TestServices;

function copyOf(folder: string): Promise<PackageCopy> {
  const copy = copies.get(folder) ?? PackageCopy.make(folder);
  copies.set(folder, copy);
  return copy;
}

beforeAll(async () => {
  services = await createTestServices();
});
afterAll(async () => {
  await services.stop();
  for (const copy of copies.values()) await (await copy).remove();
  const noticed = verdicts.filter(({ outcome }) => outcome === 'noticed').length;
  const seconds = Math.round((performance.now() - start) / 1_000);
  if (settings.isRecorded && verdicts.length === MUTANTS.length) {
    await recordMutants(MUTANTS.length, noticed, seconds);
  }
});

test.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
  'is noticed: %s',
  async (name, mutant) => {
    const testPath = sources.testFile(mutant);
    const copy = await copyOf(packageOf(testPath));
    const changed = applyMutant(mutant, sources);
    const verdict = await copy.withChanges(changed, sources, () => runTests(testPath, mutant, copy, services));
    verdicts.push(verdict);
    process.stderr.write(`${verdict.outcome}: ${name} (${verdict.by.slice(0, 200)})\n`);
    expect(verdict).toMatchObject({ outcome: 'noticed' });
  },
  TIMEOUT_MS,
);
