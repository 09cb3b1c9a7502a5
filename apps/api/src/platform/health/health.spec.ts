import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Redis } from 'ioredis';
import type { DataSource } from 'typeorm';
import { Health } from './health.js';

let looks: number;
let isDown: boolean;
let health: Health;
beforeEach(() => {
  jest.useFakeTimers();
  looks = 0;
  isDown = false;
  const look = async (): Promise<void> => {
    looks += 1;
    if (isDown) throw new Error('down');
  };
  const redis = { ping: look } as unknown as Redis;
  health = new Health({ query: async () => undefined } as unknown as DataSource, redis);
});
afterEach(() => {
  jest.useRealTimers();
});

test('one look serves everybody who asks within a second', async () => {
  await Promise.all(Array.from({ length: 100 }, () => health.check()));
  jest.advanceTimersByTime(999);
  await health.check();
  expect(looks).toBe(1);
});

test('a second later it looks again, and tells what is there now', async () => {
  await health.check();
  isDown = true;
  jest.advanceTimersByTime(1_000);
  expect(await health.check()).toMatchObject({ redis: 'down' });
  expect(looks).toBe(2);
});
