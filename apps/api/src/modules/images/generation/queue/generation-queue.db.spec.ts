import { startRedis, type RedisServer } from '@app/sandbox/redis';
import { BullModule, getQueueToken } from '@nestjs/bull';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Test, type TestingModule } from '@nestjs/testing';
import type { Queue } from 'bull';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testConfig } from '../../../../../test/support/config.js';
import { inTime } from '../../../../../test/support/timing/in-time.js';
import { until } from '../../../../../test/support/timing/until.js';
import { ConfigModule } from '../../../../platform/config/config.module.js';
import { GenerationQueueModule } from './generation-queue.module.js';
import { GenerationQueue } from './generation-queue.js';
import { redisOptions } from '../../../../platform/queue/bull-queue.js';
import { PRODUCER_QUEUE, CONSUMER_QUEUE, consumerQueue, type GenerationJob } from './generation-queue-ends.js';

let dir: string;
let redis: RedisServer;
let app: TestingModule;
let generationQueue: GenerationQueue;

const producer = (): Queue<GenerationJob> => app.get(getQueueToken(PRODUCER_QUEUE));
const consumer = (): Queue<GenerationJob> => app.get(getQueueToken(CONSUMER_QUEUE));
const notice = (generationId: string, attempt = 0, priority = 10) => ({ generationId, attempt, priority });
/** Repeats until Redis has taken it: on a machine that stands still an attempt is given up. */
const enqueue = (...noticed: Parameters<typeof notice>) => until(() => generationQueue.tryEnqueue(notice(...noticed)));

/** Starts to work, and gives the list of what was worked on so far. */
const work = (): string[] => {
  const heard: string[] = [];
  consumer()
    .process(1, async (job) => void heard.push(job.data.generationId))
    .catch(() => undefined);
  return heard;
};

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'generationQueue-'));
});
beforeEach(async () => {
  redis = await startRedis({ dir: join(dir, 'redis') });
  app = await Test.createTestingModule({
    imports: [
      ConfigModule.with(testConfig({ REDIS_URL: redis.url })),
      BullModule.registerQueueAsync(consumerQueue),
      GenerationQueueModule,
    ],
  }).compile();
  app.useLogger(false);
  generationQueue = app.get(GenerationQueue);
});
afterEach(async () => {
  await app.close();
  await redis.kill();
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
});

describe('generationQueue', () => {
  test('a worker hears every generation, those of dearer plans first', async () => {
    await enqueue('free', 0, 10);
    await enqueue('pro', 0, 5);
    await enqueue('enterprise', 0, 1);
    const heard = work();
    await until(() => heard.length === 3);
    expect(heard).toEqual(['enterprise', 'pro', 'free']);
  });

  test('twenty enqueuings of a waiting generation make one job; after that job ended, it can be enqueued again', async () => {
    await Promise.all(Array.from({ length: 20 }, () => enqueue('a')));
    expect(await producer().getJobCounts()).toMatchObject({ waiting: 1, delayed: 0 });
    const heard = work();
    await until(() => heard.length === 1);
    await until(async () => (await producer().count()) === 0 && (await producer().getActiveCount()) === 0);
    await enqueue('a');
    await until(() => heard.length === 2);
    expect(await producer().getJobCounts()).toMatchObject({ completed: 0, failed: 0 });
  });

  test('another attempt of the same generation is another job', async () => {
    await enqueue('a', 0);
    await enqueue('a', 1);
    expect(await producer().count()).toBe(2);
  });

  test('a removed job reaches no worker; there need not be one', async () => {
    await enqueue('a');
    await enqueue('b');
    await generationQueue.remove('a');
    await generationQueue.remove('never-enqueued');
    const heard = work();
    await until(() => heard.length === 1);
    expect([heard, await producer().count()]).toEqual([['b'], 0]);
  });

  test('a job that a worker has begun cannot be removed, which is no error', async () => {
    await enqueue('a');
    let finish = (): void => undefined;
    const heard: string[] = [];
    consumer()
      .process(1, async (job) => {
        heard.push(job.data.generationId);
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
      })
      .catch(() => undefined);
    await until(() => heard.length === 1);
    await generationQueue.remove('a');
    expect(await producer().getActiveCount()).toBe(1);
    finish();
    await until(async () => (await producer().getActiveCount()) === 0);
  });

  test('with Redis gone it neither throws nor waits for it, and when Redis is back it enqueues', async () => {
    await enqueue('before');
    await redis.kill();
    await until(() => producer().client.status !== 'ready');
    const lost = Array.from({ length: 50 }, (_, i) => generationQueue.tryEnqueue(notice(`lost-${i}`)));
    expect(new Set(await Promise.all(lost))).toEqual(new Set([false]));
    await generationQueue.remove('before');
    redis = await startRedis({ dir: join(dir, 'redis'), port: redis.port });
    await until(() => producer().client.status === 'ready');
    const heard = work();
    await enqueue('after');
    await until(() => heard.includes('after'));
  });

  test('with a Redis that no longer answers it gives up by itself', async () => {
    await enqueue('before');
    process.kill(redis.pid, 'SIGSTOP');
    try {
      const { value, ms } = await inTime(() => generationQueue.tryEnqueue(notice('a')));
      expect(value).toBe(false);
      // Far from the second that it waits, and from what a busy machine adds.
      expect(ms).toBeLessThan(10_000);
    } finally {
      process.kill(redis.pid, 'SIGCONT');
    }
    await until(async () => (await producer().count()) === 2);
  });
});

test('a connection that breaks as soon as it is made is made again', async () => {
  let toBreak = 12;
  const proxy = createServer((client) => {
    client.on('error', () => undefined);
    if (toBreak > 0) {
      toBreak -= 1;
      client.once('data', () => client.destroy());
      return;
    }
    const server = connect(redis.port, '127.0.0.1').on('error', () => undefined);
    client.pipe(server).pipe(client);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as AddressInfo;
  const behind = await Test.createTestingModule({
    imports: [
      ConfigModule.with(testConfig({ REDIS_URL: redis.url.replace(String(redis.port), String(port)) })),
      GenerationQueueModule,
    ],
  }).compile();
  behind.useLogger(false);
  try {
    await until(() => behind.get(GenerationQueue).tryEnqueue({ generationId: 'a', attempt: 0, priority: 1 }));
    expect(toBreak).toBe(0);
    expect(await behind.get<Queue>(getQueueToken(PRODUCER_QUEUE)).count()).toBe(1);
  } finally {
    await behind.close();
    proxy.close();
  }
});

describe('address of Redis', () => {
  test('port, database, escaped password, user and TLS are read', () => {
    expect(redisOptions('rediss://us%40er:p%2Fw@[::1]:6390/3')).toMatchObject({
      host: '::1',
      port: 6390,
      db: 3,
      username: 'us@er',
      password: 'p/w',
      tls: {},
    });
    expect(redisOptions('redis://redis')).toMatchObject({ host: 'redis', port: 6379, db: 0 });
    expect(redisOptions('redis://redis')).not.toHaveProperty('tls');
  });
});
