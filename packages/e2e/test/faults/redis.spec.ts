import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Person } from '../../src/api-client.js';
import { useFaults } from '../../src/faults.js';
import { expectInvariants, expectSettled } from '../../src/invariants.js';
import { useWitnesses } from '../../src/witnesses.js';

const faults = useFaults();
const witnesses = useWitnesses(faults.options);
const { product, api, database, journal } = witnesses;

let person: Person;
beforeEach(async () => {
  person = await witnesses.newcomer(50);
});
afterEach(() => expectInvariants(database));

async function inRedis<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(product.running.redisUrl);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

const waitingJobs = (redis: Redis): Promise<string[]> => redis.keys('*gen:*');

async function expectAllCompleted(orders: number): Promise<void> {
  const ended = await expectSettled(witnesses);
  const own = ended.filter(({ order }) => order.person === person);
  expect(own.map(({ generation }) => generation.status)).toEqual(Array.from({ length: orders }, () => 'completed'));
}

/** What people do beside generating; all of it must work without Redis. */
async function expectTheRestWorks(): Promise<void> {
  const other = await api.signUp('github');
  for (const path of ['/auth/me', '/quota', '/images', '/images/generations', '/users/profile']) {
    expect([path, (await api.get(path, { token: other.token })).status]).toEqual([path, 200]);
  }
}

test('Redis emptied while jobs wait, and again while one is painted: all of them are done', async () => {
  await product.running.stopPart('worker');
  for (let orders = 0; orders < 3; orders += 1) await journal.accepted(person);
  await inRedis(async (redis) => {
    expect(await waitingJobs(redis)).toHaveLength(3);
    await redis.flushall();
  });
  await faults.arm('claimed', 'pause');
  await product.running.start('worker');
  const painter = await faults.happened('claimed');
  await inRedis((redis) => redis.flushall());
  process.kill(painter, 'SIGCONT');
  await expectAllCompleted(3);
});

test('Redis killed and back with nothing in it: what was accepted before, meanwhile and afterwards is done', async () => {
  await faults.arm('claimed', 'pause');
  await journal.accepted(person);
  const painter = await faults.happened('claimed');
  await journal.accepted(person);
  await product.running.kill('redis');
  process.kill(painter, 'SIGCONT');
  await journal.accepted(person);
  await expectTheRestWorks();
  const dir = join(product.running.dataDir, 'redis');
  for (const name of await readdir(dir)) await rm(join(dir, name), { recursive: true });
  // Not asked for its keys once it runs: the sweeper may have rung again by then.
  expect(await readdir(dir)).toEqual([]);
  await product.running.start('redis');
  await journal.accepted(person);
  await expectAllCompleted(4);
});

test('Redis that does not answer any more: orders are taken, everything else works, and all is done', async () => {
  const redis = product.running.pid('redis') ?? 0;
  process.kill(redis, 'SIGSTOP');
  try {
    for (let orders = 0; orders < 2; orders += 1) await journal.accepted(person);
    await expectTheRestWorks();
  } finally {
    process.kill(redis, 'SIGCONT');
  }
  await expectAllCompleted(2);
});
