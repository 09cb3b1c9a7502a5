import { brokenInvariants } from '@app/api/test-support/invariants';
import { until } from '@app/api/test-support/until';
import { SHORT_TIMES } from '@app/e2e/faults';
import { expectSettled } from '@app/e2e/invariants';
import { CHEAPEST_BODY } from '@app/e2e/generation-journal';
import { useOutsideWorld } from '@app/e2e/outside-world';
import { useProduct } from '@app/e2e/product';
import { afterAll, expect, test } from '@jest/globals';
import { SeededRandom } from '../../src/random.js';
import { settings } from '../../src/config.js';
import { Customers } from '../../src/process-kills/customers.js';
import { nameOf, OutsideFaultInjector, outsideFaults } from '../../src/process-kills/outside-faults.js';
import { endedLate, readEndings } from '../../src/process-kills/report.js';
import { Visitors } from '../../src/process-kills/visitors.js';
import { recordOutsideFaults } from '../../src/record.js';
import { retryWhenLost } from '../../src/simulation/retry.js';

const SEED = settings.seed ?? Date.now() % 1_000_000;
const AT_MOST_MS = (settings.minutes ?? 60) * 60_000;
const CUSTOMERS = 4;
const GRACE_SECONDS = 30;
/** Upper limit until an open circuit breaker closes again. */
const RECOVERED_MS = 330_000;
/** Share of faults during which a process is killed as well. */
const KILL_SHARE = 0.3;
/** Served by the second engine; the first one serves all other models. */
const MODELS = { webui: 'sd3.5-medium' } as const;

const outsideWorld = useOutsideWorld();
const fixtures = useProduct(() => ({
  env: { ...SHORT_TIMES, ...outsideWorld.environment(), ...outsideWorld.offer('webui'), WEBUI_MODELS: MODELS.webui },
}));
const { product, database, journal } = fixtures;

const customers = new Customers(fixtures, [CHEAPEST_BODY, { ...CHEAPEST_BODY, model: MODELS.webui }]);
const visitors = new Visitors(fixtures);
afterAll(() => {
  customers.abort();
  visitors.stop();
});

const violations = (): string[] => [...customers.violations, ...visitors.violations];

const areBreakersClosed = async (): Promise<boolean> =>
  (await database.query<unknown[]>('select 1 from engine_health where open_until is not null')).length === 0;

const say = (text: string): void => void process.stderr.write(`${text}\n`);

test(
  'loses no accepted generation and keeps all invariants while engines, storage, mail and sign-in fail',
  async () => {
    say(`seed ${SEED}: PROOF_SEED=${SEED} repeats it`);
    const random = new SeededRandom(SEED);
    const outside = new OutsideFaultInjector(outsideWorld, random);
    outsideWorld.registerApplication(product.running.url);
    await outside.prepare();
    const start = performance.now();
    await customers.begin(CUSTOMERS);
    visitors.begin();
    const list = outsideFaults(random, await outsideWorld.providers());
    const injected: Record<string, number> = {};
    let kills = 0;
    for (const [n, fault] of list.entries()) {
      const since = performance.now();
      const name = nameOf(fault);
      const killed = random.chance(KILL_SHARE) ? random.pick(['worker', 'api'] as const) : null;
      const dealing = outside
        .inject(fault)
        .catch((error: unknown) => Promise.reject(new Error(name, { cause: error })));
      if (killed) {
        await product.running.kill(killed);
        await product.running.start(killed);
        kills += 1;
      }
      await dealing;
      await until(areBreakersClosed, RECOVERED_MS);
      injected[name] = (injected[name] ?? 0) + 1;
      expect([n, name, await retryWhenLost(() => brokenInvariants(database))]).toEqual([n, name, {}]);
      const ms = Math.round(performance.now() - since);
      const death = killed ? `, and ${killed} killed` : '';
      say(`${n + 1} of ${list.length}: ${name}${death}, ${ms} ms, ${journal.submissions.length} accepted`);
      if (violations().length > 0) say(violations().join('\n'));
    }
    await visitors.areServed(RECOVERED_MS);
    await visitors.end();
    await customers.end();
    const ended = await expectSettled(fixtures, () => outsideWorld.control<string[]>('s3/keys'));
    const completed = ended.filter(({ generation }) => generation.status === 'completed').length;
    const seconds = Math.round((performance.now() - start) / 1_000);
    const figures = { seconds, submissions: ended.length, completed, refusals: customers.refusals };
    const report = { injected, kills, visitors: visitors.counts, ...figures, ...(await readEndings(fixtures)) };
    say(JSON.stringify({ seed: SEED, ...report }));
    expect(violations()).toEqual([]);
    expect(Object.keys(injected)).toHaveLength(list.length);
    expect(await endedLate(fixtures, GRACE_SECONDS)).toEqual([]);
    expect(completed).toBeGreaterThan(0);
    if (settings.isRecorded) await recordOutsideFaults(SEED, report);
  },
  AT_MOST_MS,
);
