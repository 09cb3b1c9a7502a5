import { TcpProxy } from '@app/api/test-support/proxy';
import { startPostgres, type PostgresServer } from '@app/sandbox/postgres';
import { startRedis, type RedisServer } from '@app/sandbox/redis';
import { afterAll, beforeAll } from '@jest/globals';
import { Redis } from 'ioredis';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function running<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('Postgres and Redis are available inside tests only');
  return part;
}

/** A durable Postgres and a Redis of its own, each behind a proxy that can be slowed and interrupted. */
export class Infrastructure {
  private postgres: PostgresServer | undefined;
  private redis: RedisServer | undefined;
  private postgresProxy: TcpProxy | undefined;
  private redisProxy: TcpProxy | undefined;
  private dir = '';

  get proxies(): { postgres: TcpProxy; redis: TcpProxy } {
    return { postgres: running(this.postgresProxy), redis: running(this.redisProxy) };
  }

  /** Bypasses the proxy. */
  get databaseUrl(): string {
    return running(this.postgres).url;
  }

  environment(): Record<string, string> {
    return {
      DATABASE_URL: this.proxies.postgres.urlThrough(this.databaseUrl),
      REDIS_URL: this.proxies.redis.urlThrough(running(this.redis).url),
    };
  }

  async start(): Promise<void> {
    this.dir = await mkdtemp(join(tmpdir(), 'proof-infrastructure-'));
    // Postgres may run under another account and must be able to enter the folder.
    await chmod(this.dir, 0o711);
    await this.startPostgres();
    await this.startRedis();
    this.postgresProxy = TcpProxy.before(this.databaseUrl);
    this.redisProxy = TcpProxy.before(running(this.redis).url);
    await Promise.all([this.postgresProxy.open(), this.redisProxy.open()]);
  }

  async end(): Promise<void> {
    await Promise.all([this.postgresProxy?.down(), this.redisProxy?.down()]);
    await this.postgres?.crash();
    await this.redis?.kill();
    await rm(this.dir, { recursive: true, force: true });
  }

  async crashPostgres(): Promise<void> {
    await running(this.postgres).crash();
  }

  /** Starts on the same port and data, recovering from the write-ahead log. */
  async startPostgres(): Promise<void> {
    const port = this.postgres?.port;
    this.postgres = await startPostgres({ dir: join(this.dir, 'postgres'), ...(port !== undefined && { port }) });
  }

  async killRedis(): Promise<void> {
    await running(this.redis).kill();
  }

  /** Starts empty on the same port. */
  async startRedis(): Promise<void> {
    const port = this.redis?.port;
    this.redis = await startRedis({ dir: join(this.dir, 'redis'), ...(port !== undefined && { port }) });
  }

  /** Redis keeps its connections and stops answering. */
  freezeRedis(): void {
    process.kill(running(this.redis).pid, 'SIGSTOP');
  }

  thawRedis(): void {
    process.kill(running(this.redis).pid, 'SIGCONT');
  }

  async emptyRedis(): Promise<void> {
    const client = new Redis(running(this.redis).url);
    try {
      await client.flushall();
    } finally {
      client.disconnect();
    }
  }
}

/** Call before the product starts, so that it stops after the product. */
export function useInfrastructure(): Infrastructure {
  const infrastructure = new Infrastructure();
  beforeAll(() => infrastructure.start(), 120_000);
  afterAll(() => infrastructure.end(), 60_000);
  return infrastructure;
}
