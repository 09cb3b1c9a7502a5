import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Redis } from 'ioredis';
import { testConfig } from '../../../test/support/config.js';
import { TcpProxy } from '../../../test/support/proxy.js';
import { until } from '../../../test/support/until.js';
import { commandOptions, connectRedis } from '../redis/redis-clients.js';
import { SharedLimit } from './shared-limit.js';

const { redisUrl } = testConfig();
const proxy = TcpProxy.before(redisUrl);
const POINTS = 100;
const STEP = 2;

let redis: Redis;
let direct: Redis;
const prefix = `test:${randomUUID()}`;
beforeAll(async () => {
  await proxy.open();
  redis = connectRedis(proxy.urlThrough(redisUrl), commandOptions, () => undefined);
  direct = connectRedis(redisUrl, commandOptions, () => undefined);
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

/** A process's counter of the limit that all of a test's share. */
const limitOf = (client: Redis, seconds = 60) => new SharedLimit(client, { prefix, points: POINTS, seconds });
const isTaken = (limit: SharedLimit, key: string) => limit.take(key) === 0;
const takeMany = (limit: SharedLimit, key: string, count: number) =>
  Array.from({ length: count }, () => isTaken(limit, key)).filter(Boolean).length;
const told = async (key: string) => Number(await direct.get(`${prefix}:${key}`));

describe('one process', () => {
  test('lets exactly the limit pass, however fast they come, and says how long to wait', () => {
    const limit = limitOf(redis);
    expect(takeMany(limit, 'fast', POINTS + 7)).toBe(POINTS);
    expect(limit.take('fast')).toBeGreaterThan(59_000);
    expect(limit.take('fast')).toBeLessThanOrEqual(60_000);
    expect(isTaken(limit, 'somebody else')).toBe(true);
  });

  test('tells nobody of those who ask little', async () => {
    const limit = limitOf(redis);
    expect(takeMany(limit, 'little', STEP - 1)).toBe(STEP - 1);
    takeMany(limit, 'more', STEP);
    await until(async () => (await told('more')) === STEP);
    expect(await direct.exists(`${prefix}:little`)).toBe(0);
  });

  test('begins anew when the window is over', async () => {
    const limit = limitOf(redis, 1);
    takeMany(limit, 'again', POINTS);
    expect(isTaken(limit, 'again')).toBe(false);
    await until(() => isTaken(limit, 'again'), 5_000);
  });
});

describe('two processes', () => {
  test('share one limit, but for what each has not told yet', async () => {
    const processes = [limitOf(redis), limitOf(direct)];
    let passed = 0;
    for (let i = 0; i < 2 * POINTS; i += 1) {
      const limit = processes[i % 2];
      if (limit && isTaken(limit, 'both')) passed += 1;
      // As if each came when the one before was answered.
      await direct.ping();
      await redis.ping();
    }
    expect(passed).toBeGreaterThanOrEqual(POINTS);
    expect(passed).toBeLessThanOrEqual(POINTS + 2 * STEP);
  });

  test('agree on when the window ends', async () => {
    const [one, other] = [limitOf(redis, 5), limitOf(direct, 5)];
    takeMany(one, 'end', POINTS);
    await until(async () => (await told('end')) === POINTS);
    await sleep(500);
    takeMany(other, 'end', STEP);
    await until(() => !isTaken(other, 'end'));
    expect(other.take('end')).toBeLessThanOrEqual(4_500);
  });
});

describe.each([
  ['went away', () => proxy.down()],
  ['fell silent', async () => proxy.stall()],
])('while Redis %s', (how, breakIt) => {
  test('a process limits by itself, and tells when Redis is back', async () => {
    const limit = limitOf(redis);
    const key = `outage ${how}`;
    await breakIt();
    expect(takeMany(limit, key, POINTS - 10)).toBe(POINTS - 10);
    expect(await told(key)).toBe(0);
    await proxy.open();
    await until(() => redis.status === 'ready');
    expect(takeMany(limit, key, POINTS)).toBe(10);
    await until(async () => !isTaken(limit, key) && (await told(key)) === POINTS);
    expect(isTaken(limit, key)).toBe(false);
  });
});

test('a failure is followed by a rest, not by a command for each request', async () => {
  const limit = limitOf(redis);
  await proxy.down();
  await until(() => redis.status !== 'ready');
  let asked = 0;
  const evaluate = redis.eval.bind(redis) as (...args: never[]) => Promise<unknown>;
  redis.eval = ((...args: never[]) => {
    asked += 1;
    return evaluate(...args);
  }) as never;
  for (let i = 0; i < 50; i += 1) {
    limit.take('rest');
    await new Promise((resolve) => setImmediate(resolve));
  }
  redis.eval = evaluate as never;
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(5);
});
