import type { Bench } from '../context.js';
import { browse, type BrowsingLog } from '../crowd/browsing.js';
import { workerPoolFor, withProduct, type RunningProduct } from '../crowd/running-product.js';
import { signIn } from '../crowd/users.js';
import { cpuTimes, microsecondsBetween } from '../measure/cpu-time.js';
import { withPriority } from '../measure/priority.js';
import { Latencies, single } from '../measure/statistics.js';
import { inIsolatedInstallation, type Installation } from '../product/isolated-installation.js';
import { atMost, type Finding } from '../report.js';
import { VISITORS } from '../seed/galleries.js';
import { writeGalleries } from '../seed/write-galleries.js';

const USERS = 100;
const DURATION_MS = 60_000;
const ENGINE_MS = 5_000;
const SLOTS = 64;
const IMAGES_EACH = 100;

async function createGalleries({ database }: Installation): Promise<string[]> {
  const galleries = VISITORS.slice(0, USERS);
  const client = await database.connect();
  try {
    await writeGalleries(client, galleries, () => undefined);
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
  return galleries.map(({ userId }) => userId);
}

const recorded = (what: string, unit: Finding['unit'], value: number): Finding => ({
  what,
  unit,
  measured: single(value),
});

async function run({ services, say }: Bench, { installation, origin, apis }: RunningProduct): Promise<Finding[]> {
  const users = await signIn(installation, await createGalleries(installation), IMAGES_EACH);
  const log: BrowsingLog = { answers: new Latencies(), generations: new Latencies(), failures: [] };
  const look = () => Promise.all([cpuTimes(apis.map(({ pid }) => pid)), cpuTimes([services.postgresPid], true)]);
  const before = await look();
  const start = performance.now();
  await Promise.all(users.map((user) => browse(origin, user, start + DURATION_MS, log)));
  const passedMs = performance.now() - start;
  const after = await look();
  const [apiShare = 0, postgresShare = 0] = after.map(
    (times, index) => microsecondsBetween(before[index] ?? new Map(), times) / 1_000 / passedMs,
  );
  for (const failure of log.failures.slice(0, 5)) say(`    ${failure}`);
  const beyondEngine = (percent: number): number => log.generations.percentile(percent) - ENGINE_MS;
  return [
    { ...recorded('click to image beyond the engine, p50', 'ms', beyondEngine(50)), goal: atMost(100) },
    { ...recorded('click to image beyond the engine, p99', 'ms', beyondEngine(99)), goal: atMost(300) },
    { ...recorded('failed requests', 'count', log.failures.length), goal: atMost(0), mustHold: true },
    recorded('generations', 'count', log.generations.count),
    recorded('requests per second', 'count', (log.answers.count + log.generations.count) / (passedMs / 1_000)),
    recorded('api, share of one processor', 'share', apiShare),
    recorded('Postgres, share of one processor', 'share', postgresShare),
    recorded('answers, p50', 'ms', log.answers.percentile(50)),
    recorded('answers, p99', 'ms', log.answers.percentile(99)),
  ];
}

/** A hundred users who browse and generate at their own pace, on one API process. */
export const measureBrowsing = (bench: Bench): Promise<Finding[]> =>
  inIsolatedInstallation(bench.services, async (installation) =>
    withProduct(installation, { slots: SLOTS, engineMs: ENGINE_MS, crew: await workerPoolFor(SLOTS) }, (product) =>
      withPriority(bench.say, () => run(bench, product)),
    ),
  );
