import { afterEach, expect, test } from '@jest/globals';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { DataSource } from 'typeorm';
import { testConfig } from '../../../../../test/support/config.js';
import { until } from '../../../../../test/support/timing/until.js';
import { SweepSchedule } from './sweep-schedule.js';
import type { PurgeImages } from '../../files/clean-up/purge-images.js';
import type { Sweeper } from './sweeper.js';

const registry = new SchedulerRegistry();
afterEach(() => {
  for (const name of registry.getIntervals()) registry.deleteInterval(name);
});

function schedule() {
  const told = { sweeps: 0, purges: 0, stops: 0, looks: 0, isInitialized: false };
  const task = (name: 'sweeps' | 'purges') => ({
    // Never ends, as with a storage that does not answer.
    run: () => new Promise<void>(() => void (told[name] += 1)),
    stop: () => Promise.resolve(void (told.stops += 1)),
  });
  const database = {
    get isInitialized() {
      told.looks += 1;
      return told.isInitialized;
    },
  };
  const config = testConfig({ SWEEP_SECONDS: '1' });
  const made = new SweepSchedule(
    { task: task('sweeps') } as unknown as Sweeper,
    { task: task('purges') } as unknown as PurgeImages,
    database as DataSource,
    registry,
    { ...config, generation: { ...config.generation, sweepSeconds: 0.005 } },
  );
  return { made, told };
}

test('sweeps and purges come from when the database is there, neither waiting for the other', async () => {
  const { made, told } = schedule();
  made.onApplicationBootstrap();
  await until(() => told.looks > 2);
  expect([told.sweeps, told.purges]).toEqual([0, 0]);
  told.isInitialized = true;
  await until(() => told.sweeps > 2 && told.purges > 2);
  await made.onModuleDestroy();
  expect(told.stops).toBe(2);
});

test('the time between two sweeps is the one of the settings', () => {
  const { made } = schedule();
  made.onApplicationBootstrap();
  const timer = registry.getInterval<NodeJS.Timeout & { _repeat: number }>('sweep');
  expect(timer._repeat).toBe(5);
});
