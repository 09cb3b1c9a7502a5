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
import { dataDir, machineEnvironment } from '../config.js';
import { startChild, type Child } from './child.js';

const run = promisify(execFile);

/** What the api is started with; the same for its migrations. */
export interface Surroundings {
  databaseUrl: string;
  redisUrl: string;
  appSecret: string;
  env: Record<string, string>;
}

export interface Services extends Surroundings {
  postgresPid: number;
  redisPid: number;
  database: pg.Pool;
  /** What Postgres wrote into its log, line by line. */
  log: string[];
  stop(): Promise<void>;
}

export interface Api extends Child {
  /** `http://127.0.0.1:port` */
  origin: string;
}

// Counts each statement's time in the database, planning included; and keeps the text of a running statement whole.
const WATCH = [
  `alter system set shared_preload_libraries = 'pg_stat_statements'`,
  `alter system set pg_stat_statements.track_planning = on`,
  `alter system set track_activity_query_size = '16kB'`,
  // As a server with a few gigabytes would have it, so that reading from disk is not what is measured.
  `alter system set shared_buffers = '1GB'`,
  `alter system set max_wal_size = '8GB'`,
  `alter system set maintenance_work_mem = '1GB'`,
];

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return address.port;
}

async function startWatchedPostgres(dir: string, onLog: (line: string) => void) {
  const first = await startPostgres({ dir, durable: false, onLog });
  const client = new pg.Client({ connectionString: first.url });
  await client.connect();
  const { rows } = await client.query<{ value: string }>(`select setting as value from pg_settings
                                                          where name = 'shared_preload_libraries'`);
  const isWatched = rows[0]?.value.includes('pg_stat_statements') ?? false;
  if (!isWatched) for (const statement of WATCH) await client.query(statement);
  await client.end();
  if (isWatched) return first;
  await first.stop();
  return startPostgres({ dir, durable: false, onLog });
}

/** Brings the tables of the database that the environment names up to date. */
export async function migrate(env: Record<string, string>): Promise<void> {
  await run(process.execPath, [builtProduct().migrate], { env });
}

/** Postgres and Redis of the bench's own with the product's tables, in a folder that stays for the next run. */
export async function startServices(): Promise<Services> {
  const dir = dataDir();
  await mkdir(dir, { recursive: true });
  await chmod(dir, 0o711);
  const log: string[] = [];
  const postgres = await startWatchedPostgres(join(dir, 'postgres'), (line) => log.push(line));
  const redis = await startRedis({ dir: join(dir, 'redis') });
  const appSecret = randomBytes(32).toString('base64url');
  const env = {
    ...machineEnvironment(),
    NODE_ENV: 'production',
    APP_MODE: 'local',
    PUBLIC_URL: 'http://localhost',
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    STORAGE_DIR: join(dir, 'storage'),
    APP_SECRET: appSecret,
    IDENTITY_SECRET: randomBytes(32).toString('base64url'),
    // A bench is a flood.
    RATE_LIMIT_PER_MINUTE: '1000000',
    IN_FLIGHT_FREE: '1000',
  };
  await migrate(env);
  const database = new pg.Pool({ connectionString: postgres.url, max: 4 });
  // Its last connections may still be closing when Postgres stops.
  database.on('error', () => undefined);
  await database.query('create extension if not exists pg_stat_statements');
  return {
    databaseUrl: postgres.url,
    redisUrl: redis.url,
    appSecret,
    env,
    postgresPid: postgres.pid,
    redisPid: redis.pid,
    database,
    log,
    async stop() {
      await database.end();
      await redis.stop();
      await postgres.stop();
    },
  };
}

interface Measuring {
  /** Lets its memory be measured after a collection. */
  collectable?: boolean;
}

/** The built api as a process of its own. */
export async function startApi(
  { env }: Pick<Surroundings, 'env'>,
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
  { env }: Pick<Surroundings, 'env'>,
  extra: Record<string, string> = {},
  measuring: Measuring = {},
): Promise<Child> => startChild(builtProduct().worker, { env: { ...env, ...extra }, ...measuring });

/** Versions of the services, for the record. */
export async function versionsOf({ database, redisUrl }: Services): Promise<{ postgres: string; redis: string }> {
  const { rows } = await database.query<{ server_version: string }>('show server_version');
  const redis = new Redis(redisUrl);
  const info = await redis.info('server');
  redis.disconnect();
  return { postgres: rows[0]?.server_version ?? '', redis: /redis_version:(\S+)/.exec(info)?.[1] ?? '' };
}
