import { Redis } from 'ioredis';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiClient } from '../../src/users/api-client.js';
import { expectSettled, type ProductAccess } from '../../src/product/invariants.js';
import type { Product } from '../../src/product/product.js';
import { expect, test } from '../support/fault-fixtures.js';

async function inRedis<T>(product: Product, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(product.running.redisUrl);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

const waitingJobs = (redis: Redis): Promise<string[]> => redis.keys('*gen:*');

async function expectAllCompleted(access: ProductAccess, orders: number): Promise<void> {
  const ended = await expectSettled(access);
  expect(ended.map(({ generation }) => generation.status)).toEqual(Array.from({ length: orders }, () => 'completed'));
}

/** Calls that must work without Redis. */
async function expectTheRestWorks(api: ApiClient): Promise<void> {
  const other = await api.signUp('github');
  for (const path of ['/auth/me', '/quota', '/images', '/images/generations', '/users/profile']) {
    expect([path, (await api.get(path, { token: other.token })).status]).toEqual([path, 200]);
  }
}

test('generations are completed although Redis is emptied while they are queued and in progress', async ({
  access,
  faults,
  newApiUser,
}) => {
  const { product, journal } = access;
  const user = await newApiUser(50);
  await product.running.stopPart('worker');
  for (let orders = 0; orders < 3; orders += 1) await journal.submitAccepted(user);
  await inRedis(product, async (redis) => {
    expect(await waitingJobs(redis)).toHaveLength(3);
    await redis.flushall();
  });
  await faults.arm('claimed', 'pause');
  await product.running.start('worker');
  const worker = await faults.waitFor('claimed');
  await inRedis(product, (redis) => redis.flushall());
  process.kill(worker, 'SIGCONT');
  await expectAllCompleted(access, 3);
});

test('generations accepted before, during and after a loss of Redis are completed', async ({
  access,
  faults,
  newApiUser,
}) => {
  const { product, api, journal } = access;
  const user = await newApiUser(50);
  await faults.arm('claimed', 'pause');
  await journal.submitAccepted(user);
  const worker = await faults.waitFor('claimed');
  await journal.submitAccepted(user);
  await product.running.kill('redis');
  process.kill(worker, 'SIGCONT');
  await journal.submitAccepted(user);
  await expectTheRestWorks(api);
  const dir = join(product.running.dataDir, 'redis');
  // All data; with another password it would stay away for the product.
  for (const name of await readdir(dir)) if (name !== 'password') await rm(join(dir, name), { recursive: true });
  expect(await readdir(dir)).toEqual(['password']);
  await product.running.start('redis');
  await journal.submitAccepted(user);
  await expectAllCompleted(access, 4);
});

test('while Redis does not answer, requests are accepted and all other calls work', async ({ access, newApiUser }) => {
  const { product, api, journal } = access;
  const user = await newApiUser(50);
  const redis = product.running.pid('redis') ?? 0;
  process.kill(redis, 'SIGSTOP');
  try {
    for (let orders = 0; orders < 2; orders += 1) await journal.submitAccepted(user);
    await expectTheRestWorks(api);
  } finally {
    process.kill(redis, 'SIGCONT');
  }
  await expectAllCompleted(access, 2);
});

test('no process ends because Redis refuses its password for a while', async ({ access, newApiUser }) => {
  const { product, api, journal } = access;
  const user = await newApiUser(50);
  const pids = (): unknown[] => [product.running.pid('api'), product.running.pid('worker')];
  const before = pids();
  await inRedis(product, async (redis) => {
    await redis.config('SET', 'requirepass', 'another');
    for (const type of ['pubsub', 'normal'] as const) await redis.client('KILL', 'TYPE', type, 'SKIPME', 'yes');
    for (let orders = 0; orders < 2; orders += 1) await journal.submitAccepted(user);
    await expectTheRestWorks(api);
    await redis.config('SET', 'requirepass', new URL(product.running.redisUrl).password);
  });
  await expectAllCompleted(access, 2);
  expect(pids()).toEqual(before);
});
