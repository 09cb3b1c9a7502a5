import { brokenInvariants } from '@app/api/test-support/invariants';
import { useFaults } from '@app/e2e/faults';
import { expectSettled } from '@app/e2e/invariants';
import { useMoreProcesses } from '@app/e2e/more-processes';
import { useWitnesses } from '@app/e2e/witnesses';
import { expect, test } from '@jest/globals';
import { Chance } from '../../src/chance.js';
import { settings } from '../../src/config.js';
import { Blows } from '../../src/hard/blows.js';
import { Customers } from '../../src/hard/customers.js';
import { useNeighbours } from '../../src/hard/neighbours.js';
import { schedule } from '../../src/hard/schedule.js';
import { patiently } from '../../src/soft/patiently.js';

const SEED = settings.seed ?? Date.now() % 1_000_000;
const WANTED = {
  kills: settings.kills ?? 300,
  databaseCrashes: settings.databaseCrashes ?? 10,
  flushes: settings.flushes ?? 6,
};
const AT_MOST_MS = (settings.minutes ?? 90) * 60_000;
const PEOPLE = 4;

const neighbours = useNeighbours();
const faults = useFaults();
const witnesses = useWitnesses(() => ({
  ...faults.options,
  env: { ...faults.options.env, ...neighbours.environment() },
}));
const { product, database, journal } = witnesses;
// One that is never killed: what the other one leaves behind need not wait for its return.
useMoreProcesses(product, { workers: 1 });

test(
  'killed processes, a database that crashes, a Redis that forgets: nothing acknowledged is lost, and all of it adds up',
  async () => {
    process.stderr.write(`seed ${SEED}: FAULTS_SEED=${SEED} repeats it\n`);
    const chance = new Chance(SEED);
    const blows = schedule(chance, WANTED);
    const dealer = new Blows(witnesses, faults, neighbours, chance);
    const customers = new Customers(witnesses);
    await customers.begin(PEOPLE);
    const dealt: Record<string, number> = {};
    for (const [n, blow] of blows.entries()) {
      await dealer.deal(blow);
      const name = blow.what === 'kill' ? `kill of ${blow.part}: ${blow.at}` : blow.what;
      dealt[name] = (dealt[name] ?? 0) + 1;
      expect([n, name, await patiently(() => brokenInvariants(database))]).toEqual([n, name, {}]);
      process.stderr.write(`${n + 1} of ${blows.length}: ${name}, ${journal.acknowledged.length} orders taken\n`);
    }
    await customers.end();
    const ended = await expectSettled(witnesses);
    const completed = ended.filter(({ generation }) => generation.status === 'completed').length;
    console.table(dealt);
    console.log({ seed: SEED, orders: ended.length, completed, refusals: customers.refusals });
    expect(customers.complaints).toEqual([]);
    expect(Object.values(dealt).reduce((sum, count) => sum + count, 0)).toBe(blows.length);
    expect(new Set(journal.acknowledged.map(({ id }) => id)).size).toBe(journal.acknowledged.length);
    expect(await database.query('select count(*)::int as n from generations')).toEqual([{ n: ended.length }]);
    expect(completed).toBeGreaterThan(0);
  },
  AT_MOST_MS,
);
