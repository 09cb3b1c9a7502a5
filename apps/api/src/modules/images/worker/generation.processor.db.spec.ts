import { startRedis, type RedisServer } from '@app/sandbox/redis';
import { getQueueToken } from '@nestjs/bull';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Queue } from 'bull';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useDatabase } from '../../../../test/support/database/database.js';
import { expectInvariants } from '../../../../test/support/credits/invariants.js';
import {
  createWorker,
  FakeEngine,
  goodImage,
  show,
  submit,
  temporaryStorage,
  type TestWorker,
  type WorkerOptions,
} from '../../../../test/support/images/painting.js';
import { until } from '../../../../test/support/timing/until.js';
import { row, rows } from '../../../platform/database/rows.js';
import type { Storage } from '../../../platform/storage/storage.port.js';
import { GenerationQueue } from '../generation/queue/generation-queue.js';
import { GenerationProcessor } from './generation.processor.js';
import { PRODUCER_QUEUE, CONSUMER_QUEUE } from '../generation/queue/generation-queue-ends.js';

const db = useDatabase();
let dir: string;
/** Of all tests that do it no harm. */
let shared: RedisServer;
let redis: RedisServer;
let storage: Storage;
let removeStorage: () => Promise<void>;
let instance: string;
const workers: TestWorker[] = [];

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'processor-'));
  ({ storage, remove: removeStorage } = await temporaryStorage());
  shared = await startRedis({ dir: join(dir, 'shared') });
});
beforeEach(() => {
  redis = shared;
  instance = `p${randomBytes(6).toString('hex')}`;
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map(({ module }) => module.close()));
  if (redis !== shared) await redis.kill();
  await expectInvariants(db.dataSource);
});
afterAll(async () => {
  await shared.kill();
  await removeStorage();
  await rm(dir, { recursive: true, force: true });
});

/** A worker that listens and looks by itself. `pollMs` is long, unless a test is about looking. */
async function start(options: WorkerOptions = {}): Promise<TestWorker> {
  const made = await createWorker(db.dataSource, {
    storage,
    ...options,
    env: { REDIS_URL: redis.url, INSTALLATION_ID: instance, ...options.env },
    times: { pollMs: 3_600_000, ...options.times },
  });
  workers.push(made);
  await made.module.init();
  return made;
}

const tryRing = (made: TestWorker, id: string, priority = 10): Promise<boolean> =>
  made.module.get(GenerationQueue).tryEnqueue({ generationId: id, attempt: 0, priority });
/** Until Redis has taken it: on a machine that stands still a ring is given up. */
const ring = (...noticed: Parameters<typeof tryRing>): Promise<void> => until(() => tryRing(...noticed));
const isConnected = (made: TestWorker) => (): boolean =>
  made.module.get<Queue>(getQueueToken(CONSUMER_QUEUE)).client.status === 'ready';
const hasEnded = (id: string) => async (): Promise<boolean> =>
  ['completed', 'failed'].includes((await show(db.dataSource, id)).status);
const statusOf = async (id: string): Promise<string> => (await show(db.dataSource, id)).status;

/** An engine that waits for the test before it answers. */
class HeldEngine extends FakeEngine {
  private open: () => void = () => undefined;
  private readonly gate = new Promise<void>((resolve) => (this.open = resolve));
  override answer = async (...[request, { signal }]: Parameters<FakeEngine['answer']>) => {
    await Promise.race([
      this.gate,
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
    ]);
    return goodImage(request);
  };
  letGo = (): void => this.open();
}

describe('rings', () => {
  test('a ring is answered with images', async () => {
    const made = await start();
    const { id } = await submit(db.dataSource, { count: 2 });
    await ring(made, id);
    await until(hasEnded(id));
    expect(await statusOf(id)).toBe('completed');
  });

  test('the same job delivered twenty times is painted once', async () => {
    const engine = new FakeEngine();
    const [made] = await Promise.all([start({ engine }), start({ engine })]);
    const { id } = await submit(db.dataSource, { count: 2 });
    const queue: Queue = made.module.get(getQueueToken(PRODUCER_QUEUE));
    await Promise.all(Array.from({ length: 20 }, (_, i) => queue.add({ generationId: id }, { jobId: `copy-${i}` })));
    await until(async () => (await queue.count()) + (await queue.getActiveCount()) === 0);
    await until(hasEnded(id));
    expect(engine.calls).toHaveLength(2);
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'completed', attempt: 1, available: 0 });
  });

  test('a ring for nothing that exists is no trouble', async () => {
    const made = await start();
    await ring(made, randomUUID());
    const { id } = await submit(db.dataSource);
    await ring(made, id);
    await until(hasEnded(id));
    expect(made.engine.calls).toHaveLength(1);
  });

  test('no more generations are begun at once than the worker may, and dearer plans go first', async () => {
    const engine = new HeldEngine();
    const made = await start({ engine, env: { WORKER_CONCURRENCY: '2' } });
    const waiting: string[] = [];
    const first = await Promise.all([submit(db.dataSource), submit(db.dataSource)]);
    for (const { id } of first) await ring(made, id);
    await until(() => engine.calls.length === 2);
    for (const priority of [10, 5, 1]) {
      const { id } = await submit(db.dataSource, { priority });
      waiting.push(id);
      await ring(made, id, priority);
    }
    expect(engine.calls).toHaveLength(2);
    engine.letGo();
    for (const id of waiting) await until(hasEnded(id));
    const inOrder = `select id from generations where id = any($1::uuid[]) order by started_at`;
    const begun = await rows<{ id: string }>(db.dataSource, inOrder, [waiting]);
    expect(begun.map(({ id }) => waiting.indexOf(id))[0]).toBe(2);
    expect(engine.mostAtOnce).toBe(2);
  });
});

describe('without Redis', () => {
  const QUICK_LOOK = { times: { pollMs: 20, unclaimedAfterMs: 50 } };
  beforeEach(async () => {
    redis = await startRedis({ dir: join(dir, 'redis') });
  });

  test('emptied while jobs wait: what was waiting is found and painted', async () => {
    const busy = new HeldEngine();
    const made = await start({ engine: busy, env: { WORKER_CONCURRENCY: '1' }, ...QUICK_LOOK });
    const submitted = await Promise.all(Array.from({ length: 5 }, () => submit(db.dataSource)));
    for (const { id } of submitted) await ring(made, id);
    await until(() => busy.calls.length === 1);
    await made.module.get<Queue>(getQueueToken(PRODUCER_QUEUE)).client.flushall();
    busy.letGo();
    for (const { id } of submitted) await until(hasEnded(id));
    for (const { id } of submitted) expect(await statusOf(id)).toBe('completed');
    expect(busy.calls).toHaveLength(5);
  });

  test('gone: a worker that runs goes on, and takes new work from Postgres', async () => {
    const made = await start(QUICK_LOOK);
    await redis.kill();
    await until(() => !isConnected(made)());
    const { id } = await submit(db.dataSource, { count: 2 });
    expect(await tryRing(made, id)).toBe(false);
    await until(hasEnded(id));
    expect(await statusOf(id)).toBe('completed');
  });

  test('gone from the beginning: a worker starts, and paints', async () => {
    await redis.kill();
    await start(QUICK_LOOK);
    const { id } = await submit(db.dataSource);
    await until(hasEnded(id));
    expect(await statusOf(id)).toBe('completed');
  });

  test('away and back: the worker hears rings again', async () => {
    const made = await start();
    await redis.kill();
    await until(() => !isConnected(made)());
    redis = await startRedis({ dir: join(dir, 'redis'), port: redis.port });
    await until(() => made.module.get<Queue>(getQueueToken(PRODUCER_QUEUE)).client.status === 'ready');
    const { id } = await submit(db.dataSource);
    await ring(made, id);
    await until(hasEnded(id));
    expect(await statusOf(id)).toBe('completed');
  });

  test('silent: a Redis that stopped answering keeps nobody from painting, nor from stopping', async () => {
    const made = await start(QUICK_LOOK);
    process.kill(redis.pid, 'SIGSTOP');
    try {
      const { id } = await submit(db.dataSource);
      expect(await tryRing(made, id)).toBe(false);
      await until(hasEnded(id));
      expect(await statusOf(id)).toBe('completed');
      await workers.pop()?.module.close();
    } finally {
      process.kill(redis.pid, 'SIGCONT');
    }
  });
});

describe('the look into Postgres', () => {
  test('leaves to Bull what was enqueued just now; once something was left behind, who is first in line is taken', async () => {
    const engine = new FakeEngine();
    const times = { unclaimedAfterMs: 15_000 };
    const made = await start({ engine, env: { WORKER_CONCURRENCY: '1' }, times });
    // Without Redis everything is looked for.
    await until(isConnected(made));
    const fresh = await submit(db.dataSource);
    const poll = (): Promise<number> => made.module.get(GenerationProcessor).poll();
    expect(await poll()).toBe(0);
    const left = await submit(db.dataSource);
    await rows(
      db.dataSource,
      `update generations set status = 'processing', attempt = 1, lease_until = now() - interval '1 s' where id = $1`,
      [left.id],
    );
    expect(await poll()).toBe(1);
    await until(hasEnded(left.id));
    expect(engine.calls.map(({ requestId }) => requestId)).toEqual([`${fresh.id}:1`, `${left.id}:2`]);
    const old = await submit(db.dataSource);
    await rows(
      db.dataSource,
      `update generations set created_at = now() - interval '16 s', deadline = deadline - interval '16 s' where id = $1`,
      [old.id],
    );
    expect(await poll()).toBe(1);
    await until(hasEnded(old.id));
  });

  test('finds, however young it is, what was locked when its ring came', async () => {
    const made = await start({ times: { unclaimedAfterMs: 3_600_000 } });
    await until(isConnected(made));
    const queue: Queue = made.module.get(getQueueToken(PRODUCER_QUEUE));
    const { id } = await submit(db.dataSource);
    await db.dataSource.transaction(async (tx) => {
      await rows(tx, `select 1 from generations where id = $1 for no key update`, [id]);
      await ring(made, id);
      await until(async () => (await queue.count()) + (await queue.getActiveCount()) === 0);
    });
    expect(await made.module.get(GenerationProcessor).poll()).toBe(1);
    await until(hasEnded(id));
  });

  test('never takes more than there are slots', async () => {
    const engine = new HeldEngine();
    const made = await start({ engine, env: { WORKER_CONCURRENCY: '2' }, times: { pollMs: 10, unclaimedAfterMs: 0 } });
    const submitted = await Promise.all(Array.from({ length: 6 }, () => submit(db.dataSource)));
    await until(() => engine.calls.length >= 2);
    for (let look = 0; look < 5; look += 1) await made.module.get(GenerationProcessor).poll();
    const begun = `select count(*) from generations where status = 'processing'`;
    expect(await row(db.dataSource, begun)).toEqual({ count: 2 });
    engine.letGo();
    for (const { id } of submitted) await until(hasEnded(id));
    expect(engine.mostAtOnce).toBe(2);
  });
});

describe('a worker that is asked to stop', () => {
  test('finishes what it paints, and begins nothing new', async () => {
    const engine = new HeldEngine();
    const made = await start({ engine, times: { pollMs: 10, unclaimedAfterMs: 0 } });
    const painting = await submit(db.dataSource, { count: 2 });
    await until(() => engine.calls.length === 2);
    const stopping = made.module.close();
    const late = await submit(db.dataSource);
    engine.letGo();
    await stopping;
    workers.length = 0;
    expect(await statusOf(painting.id)).toBe('completed');
    expect(await statusOf(late.id)).toBe('pending');
    await start({ times: { pollMs: 10, unclaimedAfterMs: 0 } });
    await until(hasEnded(late.id));
  });

  test('and cannot finish in time gives its work back at once, with one attempt used', async () => {
    const stuck = new HeldEngine();
    const made = await start({ engine: stuck, times: { stopWithinMs: 50 } });
    const { id } = await submit(db.dataSource, { count: 2 });
    await ring(made, id);
    await until(() => stuck.calls.length === 2);
    await made.module.close();
    workers.length = 0;
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'processing', attempt: 1, reserved: 70 });
    const next = await start({ times: { pollMs: 20 } });
    await until(hasEnded(id));
    expect(next.engine.calls).toHaveLength(2);
    expect(await show(db.dataSource, id)).toMatchObject({ status: 'completed', attempt: 2, available: 0 });
  });
});
