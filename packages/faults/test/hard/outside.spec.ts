import { brokenInvariants } from '@app/api/test-support/invariants';
import { until } from '@app/api/test-support/until';
import { SHORT_TIMES } from '@app/e2e/faults';
import { expectSettled } from '@app/e2e/invariants';
import { CHEAP } from '@app/e2e/load';
import { useOutsideWorld } from '@app/e2e/outside-world';
import { useWitnesses } from '@app/e2e/witnesses';
import { afterAll, expect, test } from '@jest/globals';
import { Chance } from '../../src/chance.js';
import { settings } from '../../src/config.js';
import { Customers } from '../../src/hard/customers.js';
import { nameOf, Outside, troubles } from '../../src/hard/outside.js';
import { endedLate, ends } from '../../src/hard/report.js';
import { Visitors } from '../../src/hard/visitors.js';
import { recordOutside } from '../../src/record.js';
import { patiently } from '../../src/soft/patiently.js';

const SEED = settings.seed ?? Date.now() % 1_000_000;
const AT_MOST_MS = (settings.minutes ?? 60) * 60_000;
const PEOPLE = 4;
const GRACE_SECONDS = 30;
/** An engine that failed again and again is asked again after this at the latest. */
const RECOVERED_MS = 330_000;
/** Of troubles, those in which a process dies as well. */
const DEADLY = 0.3;
/** What the second engine paints; the other models are the first one's. */
const MODELS = { webui: 'sd3.5-medium' } as const;

const world = useOutsideWorld();
const witnesses = useWitnesses(() => ({
  env: { ...SHORT_TIMES, ...world.environment(), ...world.offer('webui'), WEBUI_MODELS: MODELS.webui },
}));
const { product, database, journal } = witnesses;

const customers = new Customers(witnesses, [CHEAP, { ...CHEAP, model: MODELS.webui }]);
const visitors = new Visitors(witnesses);
afterAll(() => {
  customers.leave();
  visitors.leave();
});

const complaints = (): string[] => [...customers.complaints, ...visitors.complaints];

/** None of them is left alone any more for what it did. */
const areEnginesAsked = async (): Promise<boolean> =>
  (await database.query<unknown[]>('select 1 from engine_health where open_until is not null')).length === 0;

const say = (text: string): void => void process.stderr.write(`${text}\n`);

test(
  'engines, storage, mail and sign-in fail in every way they can: nothing acknowledged is lost, and all of it adds up',
  async () => {
    say(`seed ${SEED}: FAULTS_SEED=${SEED} repeats it`);
    const chance = new Chance(SEED);
    const outside = new Outside(world, chance);
    world.registerApplication(product.running.url);
    await outside.hurry();
    const start = performance.now();
    await customers.begin(PEOPLE);
    visitors.begin();
    const list = troubles(chance, await world.providers());
    const dealt: Record<string, number> = {};
    let kills = 0;
    for (const [n, trouble] of list.entries()) {
      const since = performance.now();
      const name = nameOf(trouble);
      const dying = chance.isLucky(DEADLY) ? chance.pick(['worker', 'api'] as const) : null;
      const dealing = outside
        .deal(trouble)
        .catch((error: unknown) => Promise.reject(new Error(name, { cause: error })));
      if (dying) {
        await product.running.kill(dying);
        await product.running.start(dying);
        kills += 1;
      }
      await dealing;
      await until(areEnginesAsked, RECOVERED_MS);
      dealt[name] = (dealt[name] ?? 0) + 1;
      expect([n, name, await patiently(() => brokenInvariants(database))]).toEqual([n, name, {}]);
      const ms = Math.round(performance.now() - since);
      const death = dying ? `, and ${dying} killed` : '';
      say(`${n + 1} of ${list.length}: ${name}${death}, ${ms} ms, ${journal.acknowledged.length} orders taken`);
      if (complaints().length > 0) say(complaints().join('\n'));
    }
    await visitors.areServed(RECOVERED_MS);
    await visitors.end();
    await customers.end();
    const ended = await expectSettled(witnesses, () => world.steer<string[]>('s3/keys'));
    const completed = ended.filter(({ generation }) => generation.status === 'completed').length;
    const seconds = Math.round((performance.now() - start) / 1_000);
    const figures = { seconds, orders: ended.length, completed, refusals: customers.refusals };
    const report = { dealt, kills, visitors: visitors.counts, ...figures, ...(await ends(witnesses)) };
    say(JSON.stringify({ seed: SEED, ...report }));
    expect(complaints()).toEqual([]);
    expect(Object.keys(dealt)).toHaveLength(list.length);
    expect(await endedLate(witnesses, GRACE_SECONDS)).toEqual([]);
    expect(completed).toBeGreaterThan(0);
    if (settings.isRecorded) await recordOutside(SEED, report);
  },
  AT_MOST_MS,
);
