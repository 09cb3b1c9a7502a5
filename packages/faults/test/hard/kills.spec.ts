import { brokenInvariants } from '@app/api/test-support/invariants';
import { useFaults } from '@app/e2e/faults';
import { expectSettled } from '@app/e2e/invariants';
import { useMoreProcesses } from '@app/e2e/more-processes';
import { useWitnesses } from '@app/e2e/witnesses';
import { afterAll, expect, test } from '@jest/globals';
import { Chance } from '../../src/chance.js';
import { settings } from '../../src/config.js';
import { Blows } from '../../src/hard/blows.js';
import { Customers } from '../../src/hard/customers.js';
import { useNeighbours } from '../../src/hard/neighbours.js';
import { endedLate, ends } from '../../src/hard/report.js';
import { schedule } from '../../src/hard/schedule.js';
import { recordHard } from '../../src/record.js';
import { patiently } from '../../src/soft/patiently.js';

const SEED = settings.seed ?? Date.now() % 1_000_000;
const WANTED = {
  kills: settings.kills ?? 300,
  databaseCrashes: settings.databaseCrashes ?? 10,
  flushes: settings.flushes ?? 6,
};
const AT_MOST_MS = (settings.minutes ?? 120) * 60_000;
const PEOPLE = 4;
/** After the deadline: the sweep, and a database that was away. */
const GRACE_SECONDS = 30;

const neighbours = useNeighbours();
const faults = useFaults();
const witnesses = useWitnesses(() => ({
  ...faults.options,
  env: { ...faults.options.env, ...neighbours.environment() },
}));
const { product, database, journal } = witnesses;
// One that is never killed: what the other one leaves behind need not wait for its return.
const more = useMoreProcesses(product, { workers: 1 });

const customers = new Customers(witnesses);
afterAll(() => customers.leave());

const say = (text: string): void => void process.stderr.write(`${text}\n`);

test(
  'killed processes, a database that crashes, a Redis that forgets: nothing acknowledged is lost, and all of it adds up',
  async () => {
    say(`seed ${SEED}: FAULTS_SEED=${SEED} repeats it`);
    const chance = new Chance(SEED);
    const blows = schedule(chance, WANTED);
    const dealer = new Blows(witnesses, faults, neighbours, chance);
    const start = performance.now();
    await customers.begin(PEOPLE);
    const dealt: Record<string, number> = {};
    for (const [n, blow] of blows.entries()) {
      const since = performance.now();
      await dealer.deal(blow);
      const name = blow.what === 'kill' ? `kill of ${blow.part}: ${blow.at}` : blow.what;
      dealt[name] = (dealt[name] ?? 0) + 1;
      expect([n, name, await patiently(() => brokenInvariants(database))]).toEqual([n, name, {}]);
      const ms = Math.round(performance.now() - since);
      say(`${n + 1} of ${blows.length}: ${name}, ${ms} ms, ${journal.acknowledged.length} orders taken`);
    }
    await customers.end();
    const ended = await expectSettled(witnesses);
    const completed = ended.filter(({ generation }) => generation.status === 'completed').length;
    const seconds = Math.round((performance.now() - start) / 1_000);
    const figures = { seconds, orders: ended.length, completed, refusals: customers.refusals };
    const report = { dealt, ...figures, ...(await ends(witnesses)) };
    say(JSON.stringify({ seed: SEED, ...report }));
    expect(customers.complaints).toEqual([]);
    expect(Object.values(dealt).reduce((sum, count) => sum + count, 0)).toBe(blows.length);
    expect(new Set(journal.acknowledged.map(({ id }) => id)).size).toBe(journal.acknowledged.length);
    expect(await database.query('select count(*)::int as n from generations')).toEqual([{ n: ended.length }]);
    expect(await endedLate(witnesses, GRACE_SECONDS)).toEqual([]);
    expect(more.alive()).toBe(1);
    expect(completed).toBeGreaterThan(0);
    if (settings.isRecorded) await recordHard(SEED, report);
  },
  AT_MOST_MS,
);
