import type { Bench } from '../context.js';
import { spendTime } from '../crowd/everyday.js';
import { peopleFrom, CROWD_MODEL } from '../crowd/people.js';
import { cpuTimes, microsecondsBetween } from '../measure/cpu-time.js';
import { quantile, spread } from '../measure/statistics.js';
import { inOwnInstallation, type Installation } from '../product/own-database.js';
import { startApi, startWorker } from '../product/services.js';
import { startStubEngine } from '../product/stub-engine.js';
import { atMost, type Finding } from '../report/verdict.js';
import { VISITORS } from '../seed/people.js';
import { writeShelves } from '../seed/write-shelves.js';

const PEOPLE = 100;
const MINUTE_MS = 60_000;
const ENGINE_MS = 5_000;
const PLENTY = 100;

const one = (what: string, unit: Finding['unit'], value: number): Finding => ({
  budget: 'everyday',
  what,
  unit,
  measured: spread([value]),
  goal: null,
});

async function withShelves({ database }: Installation): Promise<string[]> {
  const shelves = VISITORS.slice(0, PEOPLE);
  const client = await database.connect();
  try {
    await writeShelves(client, shelves, () => undefined);
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
  return shelves.map(({ userId }) => userId);
}

async function minute({ services, say }: Bench, installation: Installation): Promise<Finding[]> {
  const people = await peopleFrom(installation, await withShelves(installation), PLENTY);
  const engine = await startStubEngine({ ms: ENGINE_MS, slots: 4 });
  const settings = { WEBUI_URL: engine.url, WEBUI_PARALLEL: '4', RATE_LIMIT_PER_MINUTE: '', IN_FLIGHT_FREE: '' };
  const api = await startApi(installation, settings, { collectable: true });
  const worker = await startWorker(installation, settings);
  try {
    const look = () =>
      Promise.all([
        cpuTimes([api.pid]),
        cpuTimes([services.postgresPid], true),
        cpuTimes([services.redisPid]),
        cpuTimes([worker.pid]),
      ]);
    const before = await look();
    const began = performance.now();
    const days = await Promise.all(people.map((person) => spendTime(api.origin, person, began + MINUTE_MS)));
    const passedMs = performance.now() - began;
    const after = await look();
    const [ofApi = 0, ofPostgres = 0, ofRedis = 0, ofWorker = 0] = after.map(
      (times, index) => microsecondsBetween(before[index] ?? new Map(), times) / 1_000 / passedMs,
    );
    const { heap, external, rss } = await api.memory();
    const times = days.flatMap((day) => day.times);
    const orders = days.flatMap((day) => day.orders);
    const failures = days.flatMap((day) => day.failures);
    for (const failure of failures.slice(0, 5)) say(`    ${failure}`);
    const about = `${PEOPLE} people on one api process`;
    return [
      { ...one(`${about}: requests that failed`, 'count', failures.length), goal: atMost(0), mustHold: true },
      one(`${about}: requests a second`, 'count', (times.length + orders.length) / (passedMs / 1_000)),
      one(`${about}: pictures asked for (${CROWD_MODEL})`, 'count', orders.length),
      one(`${about}: api, share of one processor`, 'share', ofApi),
      one(`${about}: Postgres, share of one processor`, 'share', ofPostgres),
      one(`${about}: Redis, share of one processor`, 'share', ofRedis),
      one(`${about}: worker, share of one processor`, 'share', ofWorker),
      one(`${about}: answers, p50`, 'ms', quantile(times, 0.5)),
      one(`${about}: answers, p99`, 'ms', quantile(times, 0.99)),
      one(`${about}: answers to POST generate, p50`, 'ms', quantile(orders, 0.5)),
      one(`${about}: api, objects and buffers after a collection`, 'MB', (heap + external) / 2 ** 20),
      one(`${about}: api, resident memory after a collection`, 'MB', rss / 2 ** 20),
    ];
  } finally {
    await Promise.all([api.stop(), worker.stop()]);
    await engine.stop();
  }
}

/** What a hundred people cost who use the app as people do: who look, turn pages and now and then ask for a picture. */
export const measureEveryday = (bench: Bench): Promise<Finding[]> =>
  inOwnInstallation(bench.services, (installation) => minute(bench, installation));
