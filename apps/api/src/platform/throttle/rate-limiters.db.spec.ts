import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Redis } from 'ioredis';
import { testConfig } from '../../../test/support/config.js';
import { TcpProxy } from '../../../test/support/http/proxy.js';
import { until } from '../../../test/support/timing/until.js';
import { commandOptions, connectRedis } from '../redis/redis-clients.js';
import { RateLimiters } from './rate-limiters.js';

const LIMIT = 20;
const config = testConfig({ RATE_LIMIT_PER_MINUTE: String(LIMIT) });
const proxy = TcpProxy.before(config.redisUrl);
let redis: Redis;
let direct: Redis;
beforeAll(async () => {
  await proxy.open();
  redis = connectRedis(proxy.urlThrough(config.redisUrl), commandOptions, () => undefined);
  direct = connectRedis(config.redisUrl, commandOptions, () => undefined);
  await until(() => redis.status === 'ready' && direct.status === 'ready');
});
afterEach(async () => {
  await proxy.open();
  await until(() => redis.status === 'ready');
});
afterAll(async () => {
  redis.disconnect();
  direct.disconnect();
  await proxy.down();
});

/** How many of `count` requests pass, spread over the processes. */
async function passed(count: number, processes: RateLimiters[], key: string): Promise<number> {
  const turns = Array.from({ length: count }, (_, n) => processes[n % processes.length]).filter(
    (one) => one !== undefined,
  );
  const all = await Promise.allSettled(turns.map((limiters) => limiters.consumeGeneral('person', key)));
  return all.filter(({ status }) => status === 'fulfilled').length;
}

test('several processes share one limit exactly', async () => {
  const processes = [new RateLimiters(redis, config), new RateLimiters(direct, config)];
  expect(await passed(3 * LIMIT, processes, randomUUID())).toBe(LIMIT);
});

test('a refusal carries the seconds to wait', async () => {
  const limiters = new RateLimiters(redis, config);
  const key = randomUUID();
  await passed(LIMIT, [limiters], key);
  const refusal = await limiters.consumeGeneral('person', key).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) });
  expect((refusal as { retryAfter: number }).retryAfter).toBeLessThanOrEqual(60);
});

test.each([
  ['away', () => proxy.down()],
  ['silent', async () => proxy.stall()],
])('while Redis is %s, each process limits by itself', async (_, breakIt) => {
  const limiters = new RateLimiters(redis, config);
  await breakIt();
  expect(await passed(2 * LIMIT, [limiters], randomUUID())).toBe(LIMIT);
});

test('a flood of one address is refused without Redis', async () => {
  const limiters = new RateLimiters(redis, config);
  await proxy.down();
  const all = await Promise.allSettled(Array.from({ length: 5 * LIMIT }, () => limiters.consumeFlood('203.0.113.1')));
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(4 * LIMIT);
});
