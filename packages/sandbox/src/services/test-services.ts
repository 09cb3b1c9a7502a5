import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removePostgresData, startPostgres } from './postgres.js';
import { startRedis } from './redis.js';
import { createTestFolder } from './test-folder.js';

export interface TestServices {
  databaseUrl: string;
  redisUrl: string;
  /** For files of tests, removed with the services. */
  filesDir: string;
  pids: number[];
  stop(): Promise<void>;
}

/** Postgres (not durable) and Redis on free ports in a folder of their own. */
export async function createTestServices(): Promise<TestServices> {
  const dir = await createTestFolder();
  const postgresDir = join(dir, 'postgres');
  const filesDir = join(dir, 'files');
  await mkdir(filesDir);
  const [postgres, redis] = await Promise.allSettled([
    startPostgres({ dir: postgresDir, durable: false }),
    startRedis({ dir: join(dir, 'redis') }),
  ]);
  const stop = async () => {
    // Skips the checkpoint, because the data is deleted.
    if (postgres.status === 'fulfilled') await postgres.value.crash();
    if (redis.status === 'fulfilled') await redis.value.kill();
    await removePostgresData(postgresDir);
    await rm(dir, { recursive: true, force: true });
  };
  if (postgres.status === 'fulfilled' && redis.status === 'fulfilled') {
    const pids = [postgres.value.pid, redis.value.pid];
    return { databaseUrl: postgres.value.url, redisUrl: redis.value.url, filesDir, pids, stop };
  }
  await stop();
  const failures = [postgres, redis].flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  throw failures.length === 1
    ? failures[0]
    : new AggregateError(failures, 'Neither Postgres nor Redis could be started');
}
