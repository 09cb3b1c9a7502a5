import { brokenInvariants } from '@app/api/test-support/invariants';
import { useFaults } from '@app/e2e/faults';
import { expectSettled } from '@app/e2e/invariants';
import { useMoreProcesses } from '@app/e2e/more-processes';
import { useProduct } from '@app/e2e/product';
import { afterAll, expect, test } from '@jest/globals';
import { SeededRandom } from '../../src/random.js';
import { settings } from '../../src/config.js';
import { FaultInjector } from '../../src/process-kills/fault-injector.js';
import { BatchCustomers } from '../../src/process-kills/batch-customers.js';
import { Customers } from '../../src/process-kills/customers.js';
import { useInfrastructure } from '../../src/process-kills/infrastructure.js';
import { endedLate, readEndings } from '../../src/process-kills/report.js';
import { Shoppers } from '../../src/process-kills/shoppers.js';
import { schedule } from '../../src/process-kills/schedule.js';
import { recordKills } from '../../src/record.js';
import { retryWhenLost } from '../../src/simulation/retry.js';

const SEED = settings.seed ?? Date.now() % 1_000_000;
const WANTED = {
  kills: settings.kills ?? 300,
  databaseCrashes: settings.databaseCrashes ?? 10,
  flushes: settings.flushes ?? 6,
};
const AT_MOST_MS = (settings.minutes ?? 120) * 60_000;
const CUSTOMERS = 4;
const BATCH_CUSTOMERS = 2;
/** Allows for the sweep and a database outage. */
const GRACE_SECONDS = 30;

const infrastructure = useInfrastructure();
const faults = useFaults();
const fixtures = useProduct(() => ({
  ...faults.options,
  env: { ...faults.options.env, ...infrastructure.environment() },
}));
const { product, database, journal } = fixtures;
// A second worker is never killed and takes over abandoned work at once.
const furtherProcesses = useMoreProcesses(product, { workers: 1 });

const customers = new Customers(fixtures);
const batches = new BatchCustomers(fixtures);
const shoppers = new Shoppers(fixtures);
afterAll(() => {
  customers.abort();
  batches.abort();
});

const say = (text: string): void => void process.stderr.write(`${text}\n`);

test(
  'loses no accepted generation and keeps all invariants while processes are killed, Postgres crashes and Redis is emptied',
  async () => {
    say(`seed ${SEED}: PROOF_SEED=${SEED} repeats it`);
    const random = new SeededRandom(SEED);
    const scheduled = schedule(random, WANTED);
    const injector = new FaultInjector(fixtures, faults, infrastructure, random);
    const start = performance.now();
    await customers.begin(CUSTOMERS);
    await batches.begin(BATCH_CUSTOMERS);
    await shoppers.prepare();
    shoppers.begin();
    const injected: Record<string, number> = {};
    for (const [n, fault] of scheduled.entries()) {
      const since = performance.now();
      if (n > 0 && n % Math.ceil(scheduled.length / 3) === 0) await shoppers.turnMonth();
      await injector.inject(fault);
      const name = fault.what === 'kill' ? `kill of ${fault.part}: ${fault.at}` : fault.what;
      injected[name] = (injected[name] ?? 0) + 1;
      expect([n, name, await retryWhenLost(() => brokenInvariants(database))]).toEqual([n, name, {}]);
      const ms = Math.round(performance.now() - since);
      say(`${n + 1} of ${scheduled.length}: ${name}, ${ms} ms, ${journal.submissions.length} accepted`);
    }
    await Promise.all([customers.end(), batches.end(), shoppers.end()]);
    await shoppers.areApplied();
    const ended = await expectSettled(fixtures);
    const completed = ended.filter(({ generation }) => generation.status === 'completed').length;
    const seconds = Math.round((performance.now() - start) / 1_000);
    const { purchases, months } = shoppers;
    const figures = {
      seconds,
      submissions: ended.length,
      completed,
      refusals: customers.refusals,
      purchases,
      months,
      batches: batches.batches,
    };
    const report = { injected, ...figures, ...(await readEndings(fixtures)) };
    say(JSON.stringify({ seed: SEED, ...report }));
    expect([...customers.violations, ...batches.violations, ...shoppers.violations]).toEqual([]);
    expect([purchases > 0, months, batches.batches > 0]).toEqual([true, 2, true]);
    expect(Object.values(injected).reduce((sum, count) => sum + count, 0)).toBe(scheduled.length);
    expect(new Set(journal.submissions.map(({ id }) => id)).size).toBe(journal.submissions.length);
    const single = `select count(*)::int as n from generations g
                     where not exists (select 1 from batch_rows r where r.generation_id = g.id)`;
    expect(await database.query(single)).toEqual([{ n: ended.length }]);
    expect(await endedLate(fixtures, GRACE_SECONDS)).toEqual([]);
    expect(furtherProcesses.countAlive()).toBe(1);
    expect(completed).toBeGreaterThan(0);
    if (settings.isRecorded) await recordKills(SEED, report);
  },
  AT_MOST_MS,
);
