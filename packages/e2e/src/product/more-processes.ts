import { until } from '@app/api/test-support/until';
import { builtProduct, openInstallation } from '@app/launcher';
import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ApiClient } from '../users/api-client.js';
import { SHORT_TIMES } from './faults.js';
import type { Product } from './product.js';

export const PROCESS_START_MS = 60_000;

export interface ProcessOptions {
  apis?: number;
  workers?: number;
  /** Uses a separate Redis, so that no process notifies them of work. */
  ownRedis?: boolean;
  /** Every line is logged into a pipe that nobody reads. */
  blockedLogs?: boolean;
  /** Further settings, asked for at the start. */
  env?: () => NodeJS.ProcessEnv;
}

function environment({ running }: Product, ownRedis: boolean): NodeJS.ProcessEnv {
  const redisUrl = new URL(running.redisUrl);
  if (ownRedis) redisUrl.pathname = '/1';
  const { appSecret, identitySecret, instanceId } = openInstallation(running.dataDir);
  return {
    ...SHORT_TIMES,
    APP_MODE: 'test',
    LOG_LEVEL: 'silent',
    PUBLIC_URL: running.url,
    DATABASE_URL: running.databaseUrl,
    REDIS_URL: redisUrl.href,
    STORAGE_DIR: join(running.dataDir, 'storage'),
    APP_SECRET: appSecret,
    IDENTITY_SECRET: identitySecret,
    INSTALLATION_ID: instanceId,
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

async function startProcess(script: string, env: NodeJS.ProcessEnv, blockedLogs = false): Promise<ChildProcess> {
  const stdout = blockedLogs ? 'pipe' : 'ignore';
  const child = spawn(process.execPath, [script], { stdio: ['ignore', stdout, 'inherit', 'ipc'], env });
  child.stdout?.pause();
  let isReady = false;
  child.once('message', () => (isReady = true));
  await until(() => isReady || child.exitCode !== null, PROCESS_START_MS);
  if (!isReady) throw new Error(`${script} ended with code ${child.exitCode}`);
  return child;
}

const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

/** Processes on other machines, simulated: they share database, Redis, storage and keys. */
export class MoreProcesses {
  readonly apis: ApiClient[];
  private readonly children: ChildProcess[] = [];
  private readonly ports: number[] = [];

  constructor(
    private readonly product: Product,
    private readonly wanted: ProcessOptions,
  ) {
    this.apis = Array.from(
      { length: wanted.apis ?? 0 },
      (_, index) => new ApiClient(() => `http://127.0.0.1:${this.ports[index]}`),
    );
  }

  async start(): Promise<void> {
    for (let count = 0; count < (this.wanted.apis ?? 0); count += 1) await this.addApi();
    for (let count = 0; count < (this.wanted.workers ?? 0); count += 1) await this.addWorker();
  }

  async addWorker(): Promise<void> {
    this.children.push(await startProcess(builtProduct().worker, this.environment()));
  }

  countAlive(): number {
    return this.children.filter(isAlive).length;
  }

  /** Kills the newest process, so a worker before an API. */
  killNewest(): void {
    this.children.at(-1)?.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    for (const child of this.children) child.kill('SIGTERM');
    await until(() => !this.children.some(isAlive), PROCESS_START_MS);
  }

  private async addApi(): Promise<void> {
    const port = await findFreePort();
    const { blockedLogs } = this.wanted;
    const env = { ...this.environment(), HTTP_PORT: String(port), ...(blockedLogs ? { LOG_LEVEL: 'info' } : {}) };
    this.children.push(await startProcess(builtProduct().api, env, blockedLogs));
    this.ports.push(port);
  }

  private environment(): NodeJS.ProcessEnv {
    const { ownRedis = false, env } = this.wanted;
    return { ...environment(this.product, ownRedis), ...env?.() };
  }
}
