import { testConfig } from '@app/api/test-support/config';
import { useDatabase } from '@app/api/test-support/database';
import { FakePayments } from '@app/api/test-support/fake-payments';
import { expectInvariants } from '@app/api/test-support/invariants';
import { afterAll, expect, test } from '@jest/globals';
import { crashAtEachStep } from '../../src/payments/crash-each-step.js';
import { SCENARIOS } from '../../src/payments/scenarios.js';

const TIMEOUT_MS = 30 * 60_000;
const db = useDatabase(20);
let faults = 0;
afterAll(() => void process.stderr.write(`${faults} faults\n`));

test.each(SCENARIOS.map((scenario) => [scenario.name, scenario] as const))(
  'a process that crashes at any step has no second effect, and loses none: %s',
  async (_, scenario) => {
    const world = { dataSource: db.dataSource, config: testConfig(), provider: new FakePayments() };
    const report = await crashAtEachStep(world, scenario);
    faults += report.faults;
    process.stderr.write(`${scenario.name}: ${report.steps.length} steps, ${report.faults} faults\n`);
    expect(report.findings).toEqual([]);
    await expectInvariants(db.dataSource);
  },
  TIMEOUT_MS,
);
