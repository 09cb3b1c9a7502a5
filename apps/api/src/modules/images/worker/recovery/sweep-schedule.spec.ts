import { afterEach, expect, test } from '@jest/globals';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { DataSource } from 'typeorm';
import { testConfig } from '../../../../../test/support/config.js';
import { until } from '../../../../../test/support/until.js';
import { SweepSchedule } from './sweep-schedule.js';
import type { Sweeper } from './sweeper.js';

const registry = new SchedulerRegistry();
afterEach(() => {
  for (const name of registry.getIntervals()) registry.deleteInterval(name);
});

function schedule() {
  const told = { runs: 0, looks: 0, isInitialized: false, isStopped: false };
  const task = {
    run: () => Promise.resolve(void (told.runs += 1)),
    stop: () => Promise.resolve(void (told.isStopped = true)),
  };
  const database = {
    get isInitialized() {
      told.looks += 1;
      return told.isInitialized;
    },
  };
  const config = testConfig({ SWEEP_SECONDS: '1' });
  const made = new SweepSchedule({ task } as unknown as Sweeper, database as DataSource, registry, {
    ...config,
    generation: { ...config.generation, sweepSeconds: 0.005 },
  });
  return { made, told };
}

test('sweeps come one after the other from when the database is there', async () => {
  const { made, told } = schedule();
  made.onApplicationBootstrap();
  await until(() => told.looks > 2);
  expect(told.runs).toBe(0);
  told.isInitialized = true;
  await until(() => told.runs > 2);
  await made.onModuleDestroy();
  expect(told.isStopped).toBe(true);
});

test('the time between two sweeps is the one of the settings', () => {
  const { made } = schedule();
  made.onApplicationBootstrap();
  const timer = registry.getInterval<NodeJS.Timeout & { _repeat: number }>('sweep');
  expect(timer._repeat).toBe(5);
});
