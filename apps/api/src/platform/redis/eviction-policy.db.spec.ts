import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startRedis, type RedisServer } from '@app/sandbox/redis';
import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { checkEvictionPolicy } from './eviction-policy.js';
import { alertsOf } from '../../../test/support/alerts.js';

let dir: string;
let server: RedisServer;
let redis: Redis;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'eviction-'));
  server = await startRedis({ dir });
  redis = new Redis(server.url);
});
afterAll(async () => {
  redis.disconnect();
  await server.kill();
  await rm(dir, { recursive: true, force: true });
});

/** What is said, and how often it was counted. */
async function check(): Promise<{ said: string[]; counted: number }> {
  const said: string[] = [];
  const log = new Logger('test');
  Object.assign(log, { error: (text: string) => said.push(text), warn: (text: string) => said.push(text) });
  await checkEvictionPolicy(redis, log);
  return { said, counted: await alertsOf('redis_eviction_policy') };
}

test('a Redis that keeps everything is taken silently, one that may drop work is complained of and counted', async () => {
  expect(await check()).toEqual({ said: [], counted: 0 });
  await redis.config('SET', 'maxmemory-policy', 'allkeys-lru');
  expect(await check()).toEqual({
    said: ['Redis may drop queued work: set maxmemory-policy to noeviction (it is allkeys-lru)'],
    counted: 1,
  });
});
