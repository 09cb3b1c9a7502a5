import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { testConfig } from '../../../test/support/config.js';
import { useDatabase } from '../../../test/support/database/database.js';
import { TcpProxy } from '../../../test/support/http/proxy.js';
import { desertedAddress } from '../../../test/support/images/engines.js';
import { inTime } from '../../../test/support/timing/in-time.js';
import { createLogger } from '../../platform/observability/logger.js';
import { WorkerModule } from '../../worker.module.js';

/** Of the health check in docker/compose.yaml. */
const HEALTHY_WITHIN_MS = 3_000;

const db = useDatabase(5);
const proxy = TcpProxy.before(testConfig().database.url);
let worker: INestApplicationContext;
let address: string;

beforeAll(async () => {
  await proxy.open();
  address = await desertedAddress();
  const config = testConfig({ DATABASE_URL: proxy.urlThrough(db.url), METRICS_PORT: new URL(address).port });
  worker = await NestFactory.createApplicationContext(WorkerModule.with(config, createLogger(config)), {
    logger: false,
  });
});
afterAll(async () => {
  await proxy.open();
  await worker.close();
  await proxy.down();
});

test('a worker whose database is silent says at once that it lives, and tells in time what it knows without it', async () => {
  proxy.stall();
  const live = await inTime(() => fetch(`${address}/live`));
  expect([live.value.status, live.ms < HEALTHY_WITHIN_MS / 3]).toEqual([200, true]);
  const metrics = await inTime(async () => (await fetch(`${address}/metrics`)).text());
  expect(metrics.value).toContain('process_cpu_seconds_total');
  expect(metrics.value).not.toContain('generations_open{');
  expect(metrics.ms).toBeLessThan(HEALTHY_WITHIN_MS);
});
