import { getQueueToken } from '@nestjs/bull';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Queue } from 'bull';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createUser } from '../../../../test/support/credits.js';
import { useDatabase } from '../../../../test/support/database.js';
import { expectInvariants } from '../../../../test/support/invariants.js';
import {
  createWorker,
  FakeEngine,
  goodImage,
  keysOf,
  submit,
  temporaryStorage,
  type Submitted,
  type TestWorker,
  type WorkerOptions,
} from '../../../../test/support/painting.js';
import { until } from '../../../../test/support/until.js';
import { row, rows } from '../../../platform/database/rows.js';
import { GenerationQueue } from '../generation/queue/generation-queue.js';
import { GenerationProcessor } from './generation.processor.js';
import { PRODUCER_QUEUE } from '../generation/queue/generation-queue-ends.js';

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

test('three workers, three jobs for each of sixty generations: each image is painted once, and none is lost', async () => {
  const engine = new FakeEngine(20);
  engine.answer = async (request) => {
    await sleep(request.seed % 7);
    return goodImage(request);
  };
  await start(3, { engine, times: { pollMs: 20, unheardAfterMs: 0 } });
  const people = await Promise.all(Array.from({ length: 10 }, () => createUser(db.dataSource)));
  const submitted = await Promise.all(
    Array.from({ length: 60 }, (_, i) => submit(db.dataSource, { count: 1 + (i % 3), userId: people[i % 10] ?? '' })),
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
