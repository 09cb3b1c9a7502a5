import { builtProduct } from '@app/launcher';
import { startPostgres } from '@app/sandbox/postgres';
import { startRedis } from '@app/sandbox/redis';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Redis } from 'ioredis';
import pg from 'pg';
import { dataDir, childEnvironment } from '../../config.js';
import { startChild, type Child } from './child.js';

const run = promisify(execFile);

export interface ServiceSettings {
  databaseUrl: string;
  redisUrl: string;
  appSecret: string;
  env: Record<string, string>;
}

export interface Services extends ServiceSettings {
  postgresPid: number;
  redisPid: number;
  database: pg.Pool;
  stop(): Promise<void>;
}

export interface Api extends Child {
  origin: string;
}

// Memory of a server with a few gigabytes, so that disk reads are not measured.
const TUNING = [
  `alter system set shared_buffers = '1GB'`,
  `alter system set max_wal_size = '8GB'`,
  `alter system set maintenance_work_mem = '1GB'`,
];

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}

async function startTunedPostgres(dir: string) {
  const first = await startPostgres({ dir, durable: false });
  const client = new pg.Client({ connectionString: first.url });
  await client.connect();
  const { rows } = await client.query<{ value: string }>(
    `select setting as value from pg_settings where name = 'max_wal_size' and sourcefile is not null`,
  );
  const isTuned = rows[0]?.value === '8192';
  if (!isTuned) for (const statement of TUNING) await client.query(statement);
  await client.end();
  if (isTuned) return first;
  await first.stop();
  return startPostgres({ dir, durable: false });
}

export async function migrate(env: Record<string, string>): Promise<void> {
  await run(process.execPath, [builtProduct().migrate], { env });
}

/** Starts Postgres and Redis with the product's tables, in a folder that the next run uses again. */
export async function startServices(): Promise<Services> {
  const dir = dataDir();
  await mkdir(dir, { recursive: true });
  await chmod(dir, 0o711);
  const postgres = await startTunedPostgres(join(dir, 'postgres'));
  const redis = await startRedis({ dir: join(dir, 'redis') });
  const appSecret = randomBytes(32).toString('base64url');
  const env = {
    ...childEnvironment,
    NODE_ENV: 'production',
    APP_MODE: 'local',
    PUBLIC_URL: 'http://localhost',
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    STORAGE_DIR: join(dir, 'storage'),
    APP_SECRET: appSecret,
    IDENTITY_SECRET: randomBytes(32).toString('base64url'),
    // Load tests exceed the limits of a user.
    RATE_LIMIT_PER_MINUTE: '1000000',
    IN_FLIGHT_FREE: '1000',
  };
  await migrate(env);
  const database = new pg.Pool({ connectionString: postgres.url, max: 4 });
  // Connections may still be closing when Postgres stops.
  database.on('error', () => undefined);
  return {
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    appSecret,
    env,
    postgresPid: postgres.pid,
    redisPid: redis.pid,
    database,
    async stop() {
      await database.end();
      await redis.stop();
      await postgres.stop();
    },
  };
}

interface Measuring {
  collectable?: boolean;
}

export async function startApi(
  { env }: Pick<ServiceSettings, 'env'>,
  extra: Record<string, string> = {},
  measuring: Measuring = {},
): Promise<Api> {
  const port = await freePort();
  const child = await startChild(builtProduct().api, {
    env: { ...env, HTTP_PORT: String(port), ...extra },
    ...measuring,
  });
  return { ...child, origin: `http://127.0.0.1:${port}` };
}

export const startWorker = (
  { env }: Pick<ServiceSettings, 'env'>,
  extra: Record<string, string> = {},
  measuring: Measuring = {},
): Promise<Child> => startChild(builtProduct().worker, { env: { ...env, ...extra }, ...measuring });

export async function versionsOf({ database, redisUrl }: Services): Promise<Record<string, string>> {
  const { rows } = await database.query<{ server_version: string }>('show server_version');
  const redis = new Redis(redisUrl);
  const info = await redis.info('server');
  redis.disconnect();
  return { Postgres: rows[0]?.server_version ?? '', Redis: /redis_version:(\S+)/.exec(info)?.[1] ?? '' };
}
