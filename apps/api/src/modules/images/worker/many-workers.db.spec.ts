import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createUser } from '../../../../test/support/credits/credits.js';
import { useDatabase } from '../../../../test/support/database/database.js';
import { brokenInvariants, expectInvariants } from '../../../../test/support/credits/invariants.js';
import {
  createWorker,
  FakeEngine,
  goodImage,
  keysOf,
  submit,
  temporaryStorage,
  TestFailPoints,
  useWorkers,
  type Submitted,
  type TestWorker,
  type WorkerOptions,
} from '../../../../test/support/images/painting.js';
import { RACE_ROUNDS } from '../../../../test/support/timing/race-rounds.js';
import { until } from '../../../../test/support/timing/until.js';
import { row, rows } from '../../../platform/database/rows.js';
import { EngineError } from '../engines/image-engine.port.js';
import { PRODUCER_QUEUE } from '../generation/queue/generation-queue-ends.js';
import { GenerationQueue } from '../generation/queue/generation-queue.js';
import type { FailStep } from '../shared/fail-points.js';
import { waitingGenerations } from './claiming/waiting-rows.js';
import { GenerationProcessor } from './generation.processor.js';
import { PurgeImages } from '../files/clean-up/purge-images.js';
import { Sweeper } from './recovery/sweeper.js';

const db = useDatabase(40);
const workers: TestWorker[] = [];
let disk: Awaited<ReturnType<typeof temporaryStorage>>;

beforeAll(async () => {
  disk = await temporaryStorage();
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map(({ module }) => module.close()));
  await expectInvariants(db.dataSource);
  await rows(db.dataSource, `delete from engine_health`);
});
afterAll(() => disk.remove());

/** Workers of one installation, which hear the same rings. */
async function start(count: number, { env, times, ...options }: WorkerOptions): Promise<TestWorker[]> {
  const instance = `m${randomBytes(6).toString('hex')}`;
  for (let i = 0; i < count; i += 1) {
    const worker = await createWorker(db.dataSource, {
      storage: disk.storage,
      ...options,
      env: { INSTALLATION_ID: instance, ...env },
      times: { pollMs: 3_600_000, ...times },
    });
    workers.push(worker);
    await worker.module.init();
  }
  return workers;
}

const open = async (): Promise<number> =>
  (await row<{ count: number }>(db.dataSource, `select count(*) from generations where finished_at is null`))?.count ??
  0;
const nothingIsOpen = async (): Promise<boolean> => (await open()) === 0;
/** Rings until Redis has taken it: on a machine that stands still a ring is given up. */
const ring = (worker: TestWorker | undefined, { id }: Submitted): Promise<void> =>
  until(
    async () => worker?.module.get(GenerationQueue).tryEnqueue({ generationId: id, attempt: 0, priority: 10 }) ?? true,
  );

const GENERATIONS = RACE_ROUNDS > 10 ? 60 : 15;

test('three workers, three jobs for each of many generations: each image is painted once, and none is lost', async () => {
  const engine = new FakeEngine(20);
  engine.answer = async (request) => {
    await sleep(request.seed % 7);
    return goodImage(request);
  };
  await start(3, { engine, times: { pollMs: 20, unclaimedAfterMs: 0 } });
  const people = await Promise.all(Array.from({ length: 10 }, () => createUser(db.dataSource)));
  const submitted = await Promise.all(
    Array.from({ length: GENERATIONS }, (_, i) =>
      submit(db.dataSource, { count: 1 + (i % 3), userId: people[i % 10] ?? '' }),
    ),
  );
  const queue: Queue = workers[0]!.module.get(getQueueToken(PRODUCER_QUEUE));
  await Promise.all(
    submitted.flatMap(({ id }) => [0, 1, 2].map((copy) => queue.add({ generationId: id }, { jobId: `${id}:${copy}` }))),
  );
  await until(nothingIsOpen);
  const imageIds = submitted.flatMap((one) => one.imageIds);
  expect(engine.calls.map(({ requestId }) => requestId).sort()).toEqual(imageIds.map((id) => `${id}:1`).sort());
  const delivered = await rows<{ id: string; key: string }>(
    db.dataSource,
    `select id, object_key as key from images where status = 'completed'`,
  );
  expect(delivered.map(({ id }) => id).sort()).toEqual(imageIds.sort());
  expect((await keysOf(disk.storage)).sort()).toEqual(delivered.map(({ key }) => key).sort());
  expect(await rows(db.dataSource, `select 1 from object_deletions`)).toEqual([]);
});

describe('a ring', () => {
  test('is no claim to the generation it names: the worker takes the first in the queue', async () => {
    const engine = new FakeEngine();
    let letGo: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (letGo = resolve));
    engine.answer = async (request) => {
      await gate;
      return goodImage(request);
    };
    const [worker] = await start(1, { engine, env: { WORKER_CONCURRENCY: '1' } });
    const submitted: Submitted[] = [];
    for (let i = 0; i < 4; i += 1) submitted.push(await submit(db.dataSource));
    const [running, third, second, first] = submitted;
    if (!running || !third || !second || !first) throw new Error('nothing to do');
    await ring(worker, running);
    await until(() => engine.calls.length === 1);
    for (const [i, { id }] of [first, second, third].entries())
      await rows(db.dataSource, `update generations set fair_order_at = now() + $2 * interval '1 s' where id = $1`, [
        id,
        i,
      ]);
    for (const one of [third, second, first]) await ring(worker, one);
    letGo();
    await until(nothingIsOpen);
    const begun = engine.calls.map(({ requestId }) => requestId);
    expect(begun).toEqual([running, first, second, third].map(({ id }) => `${id}:1`));
  });

  test('that an engine left alone cannot follow is let go, and what it was for is found when the engine is back', async () => {
    const engine = new FakeEngine();
    const [worker] = await start(1, { engine });
    await rows(
      db.dataSource,
      `insert into engine_health (engine, openings, open_until) values ('studio', 1, now() + interval '30 s')`,
    );
    const waiting = [await submit(db.dataSource), await submit(db.dataSource)];
    for (const one of waiting) await ring(worker, one);
    const queue: Queue = worker!.module.get(getQueueToken(PRODUCER_QUEUE));
    await until(async () => (await queue.count()) + (await queue.getActiveCount()) === 0);
    expect([engine.calls.length, await open()]).toEqual([0, 2]);
    await rows(db.dataSource, `update engine_health set open_until = now() - interval '1 s'`);
    await worker!.module.get(GenerationProcessor).poll();
    await until(nothingIsOpen);
    expect(engine.calls).toHaveLength(2);
  });
});

test('an engine that hangs leaves the others a slot', async () => {
  const [hanging, engine] = [new FakeEngine(1, 'webui'), new FakeEngine()];
  let letGo: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  hanging.answer = async (request) => {
    await gate;
    return goodImage(request);
  };
  const [worker] = await start(1, {
    engine,
    others: { 'sd3.5-large': hanging },
    env: { WORKER_CONCURRENCY: '3' },
  });
  const stuck: Submitted[] = [];
  for (let i = 0; i < 5; i += 1) stuck.push(await submit(db.dataSource, { model: 'sd3.5-large', engine: 'webui' }));
  for (const one of stuck) await ring(worker, one);
  const free = await submit(db.dataSource);
  await ring(worker, free);
  await until(async () => (await open()) === 5);
  expect(engine.calls.map(({ requestId }) => requestId)).toEqual([`${free.id}:1`]);
  letGo();
  // The rings of the others were let go meanwhile.
  await until(nothingIsOpen);
  expect(hanging.calls).toHaveLength(5);
});

describe('mortal workers', () => {
  const soaked = useDatabase(30);
  const mortals = useWorkers(soaked.dataSource);

  /** Fewer may see no death. */
  const MORTAL_GENERATIONS = Math.max(20, RACE_ROUNDS * 2);
  const MOST_DEATHS = MORTAL_GENERATIONS / 4;
  /** Short, so that the dead are missed soon and sleepers are overtaken. */
  const env = { GENERATION_LEASE_SECONDS: '1' };

  /** Numbers that look like chance and repeat with their seed (mulberry32). */
  function chance(seed: number): () => number {
    let state = seed;
    return () => {
      state = (state + 0x6d2b79f5) | 0;
      let t = Math.imul(state ^ (state >>> 15), 1 | state);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
  }

  /** Dies now and then, and now and then sleeps longer than its lease, wherever it is. */
  class Misfortune extends TestFailPoints {
    static deaths = 0;
    static naps = 0;

    constructor(private readonly next: () => number) {
      super();
    }

    override async reach(step: FailStep): Promise<void> {
      const luck = this.next();
      if (luck < 0.04 && Misfortune.deaths < MOST_DEATHS && !this.isDead) {
        Misfortune.deaths += 1;
        this.dieAt(step);
      } else if (luck < 0.1 && step !== 'renewing') {
        Misfortune.naps += 1;
        await sleep(1_300);
      }
      await super.reach(step);
    }
  }

  test('with workers that die and sleep at every step, each generation ends once, and everything adds up', async () => {
    const next = chance(20_261_120);
    const engine = new FakeEngine();
    engine.answer = (request) => {
      const luck = next();
      if (luck < 0.05) return Promise.reject(new EngineError('ENGINE_BUSY', '429'));
      return luck < 0.08 ? Promise.reject(new EngineError('CONTENT_REJECTED', 'no')) : goodImage(request);
    };
    const submitted = await Promise.all(
      Array.from({ length: MORTAL_GENERATIONS }, (_, i) => submit(soaked.dataSource, { count: 1 + (i % 3) })),
    );
    const born = async (): Promise<{ worker: TestWorker; luck: Misfortune }> => {
      const luck = new Misfortune(next);
      return { worker: await mortals.make({ engine, env, failPoints: luck }), luck };
    };
    const living = await Promise.all([born(), born(), born()]);
    const { module } = await mortals.make({ engine, env });

    const isAnyOpen = async (): Promise<boolean> =>
      (await rows(soaked.dataSource, `select 1 from generations where status in ('pending', 'processing') limit 1`))
        .length > 0;
    const atWork = new Map<Promise<void>, Misfortune>();
    while (await isAnyOpen()) {
      for (const [i, { luck }] of living.entries()) if (luck.isDead) living[i] = await born();
      for (const [i, { id }] of (await waitingGenerations(soaked.dataSource, 0, 12)).entries()) {
        const { worker, luck } = living[i % living.length]!;
        const work = worker.run(id).finally(() => atWork.delete(work));
        atWork.set(work, luck);
      }
      await module.get(Sweeper).sweep();
      await module.get(PurgeImages).run();
      expect(await brokenInvariants(soaked.dataSource)).toEqual({});
      await sleep(30);
    }
    // The dead never end.
    await until(() => [...atWork.values()].every(({ isDead }) => isDead));

    expect(Misfortune.deaths).toBeGreaterThan(0);
    expect(Misfortune.naps).toBeGreaterThan(0);
    const calls = new Map<string, number>();
    for (const { requestId } of engine.calls) calls.set(requestId, (calls.get(requestId) ?? 0) + 1);
    expect(Math.max(...calls.values())).toBe(1);
    const ended = await rows<{ status: string; count: number }>(
      soaked.dataSource,
      `select status, count(*) from generations group by status`,
    );
    expect(ended.reduce((sum, { count }) => sum + count, 0)).toBe(submitted.length);
    expect(ended.find(({ status }) => status === 'completed')?.count).toBeGreaterThan(0);
    await rows(soaked.dataSource, `update object_deletions set due_at = now() - interval '1 s'`);
    while (((await module.get(PurgeImages).run())?.removed ?? 0) > 0);
    const owned = await rows<{ key: string }>(
      soaked.dataSource,
      `select object_key as key from images where object_key is not null order by 1`,
    );
    expect(await keysOf(mortals.storage)).toEqual(owned.map(({ key }) => key));
  });
});
