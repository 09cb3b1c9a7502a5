import { afterEach, expect, jest, test } from '@jest/globals';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { DataSource } from 'typeorm';
import type { Config } from '../../../platform/config/config.js';
import { DeliverySweeper } from './delivery-sweeper.js';
import type { WebhookProcessor } from './webhook-processor.js';

afterEach(() => void jest.useRealTimers());

/** A sweeper of every 30 s, and how often it began. */
function sweeping({ isInitialized = true } = {}) {
  jest.useFakeTimers();
  const registry = new SchedulerRegistry();
  const config = { generation: { sweepSeconds: 30 }, features: { publicApi: true } } as Config;
  const sweeper = new DeliverySweeper({ isInitialized } as DataSource, {} as WebhookProcessor, registry, config);
  const sweep = jest.spyOn(sweeper, 'sweep').mockResolvedValue(null);
  sweeper.onApplicationBootstrap();
  return { registry, sweeper, sweep };
}

test('overdue deliveries are looked for at the interval of the settings, and not before', async () => {
  const { sweep } = sweeping();
  await jest.advanceTimersByTimeAsync(29_999);
  expect(sweep).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);
  expect(sweep).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(30_000);
  expect(sweep).toHaveBeenCalledTimes(2);
});

test('the interval is one that the scheduler ends when the process stops', () => {
  expect(sweeping().registry.getIntervals()).toEqual(['webhooks']);
});

test('nothing is looked for while there is no database, or once the process stops', async () => {
  const away = sweeping({ isInitialized: false });
  await jest.advanceTimersByTimeAsync(30_000);
  expect(away.sweep).not.toHaveBeenCalled();
  const { sweeper, sweep } = sweeping();
  await sweeper.onModuleDestroy();
  await jest.advanceTimersByTimeAsync(30_000);
  expect(sweep).not.toHaveBeenCalled();
});
