import { until } from '@app/api/test-support/until';
import { builtProduct } from '@app/launcher';
import { afterAll, beforeAll } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { SHORT_TIMES } from './faults.js';
import type { Product } from './product.js';

const START_MS = 60_000;

const secret = (): string => randomBytes(32).toString('base64url');

/** A further worker beside the launcher's, as one on another machine: it shares database, Redis and storage with it. */
export function useSecondWorker(product: Product): void {
  let worker: ChildProcess | undefined;
  beforeAll(async () => {
    const { running } = product;
    const child = spawn(process.execPath, [builtProduct().worker], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...SHORT_TIMES,
        APP_MODE: 'test',
        LOG_LEVEL: 'silent',
        PUBLIC_URL: running.url,
        DATABASE_URL: running.databaseUrl,
        REDIS_URL: running.redisUrl,
        STORAGE_DIR: join(running.dataDir, 'storage'),
        APP_SECRET: secret(),
        IDENTITY_SECRET: secret(),
      },
    });
    worker = child;
    let isReady = false;
    child.once('message', () => (isReady = true));
    await until(() => isReady || child.exitCode !== null, START_MS);
    if (!isReady) throw new Error(`The second worker ended with code ${child.exitCode}`);
  }, START_MS);
  afterAll(async () => {
    worker?.kill('SIGTERM');
    await until(() => worker === undefined || worker.exitCode !== null || worker.signalCode !== null, START_MS);
  }, START_MS);
}
