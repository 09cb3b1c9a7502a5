import { until } from '@app/api/test-support/until';
import { builtProduct, openInstallation } from '@app/launcher';
import { afterAll, beforeAll } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ApiClient } from './api-client.js';
import { SHORT_TIMES } from './faults.js';
import type { Product } from './product.js';

const START_MS = 60_000;

/** How many beside the launcher's own. */
interface Wanted {
  apis?: number;
  workers?: number;
  /** Settings that differ from the launcher's. */
  env?: Record<string, string>;
}

function environment({ running }: Product): NodeJS.ProcessEnv {
  const { appSecret, identitySecret, instanceId } = openInstallation(running.dataDir);
  return {
    ...SHORT_TIMES,
    APP_MODE: 'test',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: running.url,
    DATABASE_URL: running.databaseUrl,
    REDIS_URL: running.redisUrl,
    STORAGE_DIR: join(running.dataDir, 'storage'),
    APP_SECRET: appSecret,
    IDENTITY_SECRET: identitySecret,
    INSTANCE_ID: instanceId,
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

async function start(script: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env });
  let isReady = false;
  child.once('message', () => (isReady = true));
  await until(() => isReady || child.exitCode !== null, START_MS);
  if (!isReady) throw new Error(`${script} ended with code ${child.exitCode}`);
  return child;
}

const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

export interface MoreProcesses {
  /** A client for each further API. */
  apis: ApiClient[];
  /** Starts one more. */
  addWorker(): Promise<void>;
  /** How many of them still run. */
  alive(): number;
  /** Ends one of them as a crash would: the newest, so a worker before an API. */
  crash(): void;
}

/**
 * Further processes beside the launcher's, as on other machines: they share database, Redis, storage and keys with it.
 */
export function useMoreProcesses(product: Product, { apis = 0, workers = 0, env: other = {} }: Wanted): MoreProcesses {
  const children: ChildProcess[] = [];
  const ports: number[] = [];
  beforeAll(async () => {
    const env = { ...environment(product), ...other };
    for (let count = 0; count < apis; count += 1) {
      const port = await freePort();
      children.push(await start(builtProduct().api, { ...env, HTTP_PORT: String(port) }));
      ports.push(port);
    }
    for (let count = 0; count < workers; count += 1) children.push(await start(builtProduct().worker, env));
  }, START_MS);
  afterAll(async () => {
    for (const child of children) child.kill('SIGTERM');
    await until(() => !children.some(isAlive), START_MS);
  }, START_MS);
  return {
    apis: Array.from({ length: apis }, (_, index) => new ApiClient(() => `http://127.0.0.1:${ports[index]}`)),
    addWorker: async () => {
      children.push(await start(builtProduct().worker, { ...environment(product), ...other }));
    },
    alive: () => children.filter(isAlive).length,
    crash: () => void children.at(-1)?.kill('SIGKILL'),
  };
}
