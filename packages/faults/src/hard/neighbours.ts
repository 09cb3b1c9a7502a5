import { TcpProxy } from '@app/api/test-support/proxy';
import { startPostgres, type PostgresServer } from '@app/sandbox/postgres';
import { startRedis, type RedisServer } from '@app/sandbox/redis';
import { afterAll, beforeAll } from '@jest/globals';
import { Redis } from 'ioredis';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A part that runs, or the reason why a test may not ask for it yet. */
function running<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('Postgres and Redis run inside tests only');
  return part;
}

/** A durable Postgres and a Redis of the run's own, each behind a line that can be slowed and cut. */
export class Neighbours {
  private postgres: PostgresServer | undefined;
  private redis: RedisServer | undefined;
  private lineToPostgres: TcpProxy | undefined;
  private lineToRedis: TcpProxy | undefined;
  private dir = '';

  get lines(): { postgres: TcpProxy; redis: TcpProxy } {
    return { postgres: running(this.lineToPostgres), redis: running(this.lineToRedis) };
  }

  /** Past the line. */
  get databaseUrl(): string {
    return running(this.postgres).url;
  }

  /** Settings of a product that reaches both through their lines. */
  environment(): Record<string, string> {
    return {
      DATABASE_URL: this.lines.postgres.urlThrough(this.databaseUrl),
      REDIS_URL: this.lines.redis.urlThrough(running(this.redis).url),
    };
  }

  async start(): Promise<void> {
    this.dir = await mkdtemp(join(tmpdir(), 'neighbours-'));
    // Started as root, Postgres runs under another account, which must be able to pass.
    await chmod(this.dir, 0o711);
    await this.startPostgres();
    await this.startRedis();
    this.lineToPostgres = TcpProxy.before(this.databaseUrl);
    this.lineToRedis = TcpProxy.before(running(this.redis).url);
    await Promise.all([this.lineToPostgres.open(), this.lineToRedis.open()]);
  }

  async end(): Promise<void> {
    await Promise.all([this.lineToPostgres?.down(), this.lineToRedis?.down()]);
    await this.postgres?.crash();
    await this.redis?.kill();
    await rm(this.dir, { recursive: true, force: true });
  }

  /** Ends Postgres at once, as a crash does. */
  async crashPostgres(): Promise<void> {
    await running(this.postgres).crash();
  }

  /** At the same port, with the same data: it recovers from its log. */
  async startPostgres(): Promise<void> {
    const port = this.postgres?.port;
    this.postgres = await startPostgres({ dir: join(this.dir, 'postgres'), ...(port !== undefined && { port }) });
  }

  async killRedis(): Promise<void> {
    await running(this.redis).kill();
  }

  /** At the same port, empty. */
  async startRedis(): Promise<void> {
    const port = this.redis?.port;
    this.redis = await startRedis({ dir: join(this.dir, 'redis'), ...(port !== undefined && { port }) });
  }

  /** Redis keeps its connections and answers nobody. */
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

/** To be called before the product is used: what is started last is stopped first. */
export function useNeighbours(): Neighbours {
  const neighbours = new Neighbours();
  beforeAll(() => neighbours.start(), 120_000);
  afterAll(() => neighbours.end(), 60_000);
  return neighbours;
}
