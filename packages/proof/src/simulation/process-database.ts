import type { Surroundings } from '@app/api/test-support/one-process';
import { EventEmitter } from 'node:events';
import type pg from 'pg';
import { never, type SimulatedProcess } from './simulated-process.js';
import { describeStatement } from './describe-statement.js';

type DataSource = Surroundings['dataSource'];
type Release = (error?: Error | boolean) => void;
type OnConnected = (error: Error | undefined, client?: pg.PoolClient, release?: Release) => void;

const LOST = 'Connection terminated unexpectedly';

const destroySocket = (client: pg.PoolClient): void => {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
};

const observed = new WeakSet<pg.PoolClient>();

/** An unhandled error event of a broken connection would end the run. */
function ignoreErrors(client: pg.PoolClient): void {
  if (observed.has(client)) return;
  observed.add(client);
  client.on('error', () => undefined);
}

const textOf = (query: unknown): string => (typeof query === 'string' ? query : (query as { text: string }).text);

/** The pool as one simulated process sees it: a crash breaks its connections, and every statement is a step. */
class ProcessPool {
  private readonly taken = new Map<pg.PoolClient, Release>();

  constructor(
    private readonly pool: pg.Pool,
    private readonly process: SimulatedProcess,
  ) {
    process.onCrash(() => {
      for (const client of this.taken.keys()) this.breakConnection(client);
    });
  }

  connect(done: OnConnected): void {
    if (this.process.isDead) return;
    this.pool.connect((error, client, release) => {
      if (this.process.isDead) return client?.release();
      if (error || !client) return done(error ?? new Error('no connection'));
      this.take(client, release);
      done(undefined, this.wrapClient(client), (reason) => this.release(client, reason));
    });
  }

  async query(statement: { text: string }): Promise<unknown> {
    const client = await this.process.whileAlive(this.borrow());
    try {
      const answer = await this.send(client, statement.text, () => client.query(statement));
      this.release(client);
      return answer;
    } catch (error) {
      this.release(client, true);
      throw error;
    }
  }

  /** Registers the connection at once, because the process can crash before the caller receives it. */
  private async borrow(): Promise<pg.PoolClient> {
    const client = await this.pool.connect();
    if (this.process.isDead) {
      client.release();
      return never();
    }
    this.take(client, (reason) => client.release(reason));
    return client;
  }

  private wrapClient(client: pg.PoolClient): pg.PoolClient {
    const query = (...params: [unknown, ...unknown[]]): Promise<unknown> =>
      this.send(client, textOf(params[0]), () => (client.query as (...all: unknown[]) => Promise<unknown>)(...params));
    return new Proxy(client, {
      get(target, name) {
        if (name === 'query') return query;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  private take(client: pg.PoolClient, release: Release): void {
    ignoreErrors(client);
    this.taken.set(client, release);
  }

  private send(client: pg.PoolClient, text: string, send: () => Promise<unknown>): Promise<unknown> {
    return this.process.send(describeStatement(text), send, () => this.breakConnection(client));
  }

  /** The next process must not get the connection before the driver has noticed that it is gone. */
  private breakConnection(client: pg.PoolClient): Error {
    const lost = new Error(LOST);
    destroySocket(client);
    this.release(client, lost);
    return lost;
  }

  /** Releases once, although a crash and the end of a query can coincide. */
  private release(client: pg.PoolClient, reason?: Error | boolean): void {
    const release = this.taken.get(client);
    this.taken.delete(client);
    release?.(reason);
  }
}

interface PoolEvents {
  queryTimeouts: EventEmitter;
}

/** Stops listening when the process crashes, because a run crashes thousands of processes. */
function timeoutsUntilCrash({ queryTimeouts }: PoolEvents, process: SimulatedProcess): EventEmitter {
  const mine = new EventEmitter();
  const forward = (): void => void mine.emit('timeout');
  queryTimeouts.on('timeout', forward);
  process.onCrash(() => queryTimeouts.off('timeout', forward));
  return mine;
}

/** The data source of one simulated process. All share one pool, which saves connecting again. */
export function processDataSource(dataSource: DataSource, process: SimulatedProcess): DataSource {
  const { master } = dataSource.driver as unknown as { master: pg.Pool };
  const pool = new ProcessPool(master, process);
  const mine = Object.create(dataSource) as DataSource;
  const driver: unknown = Object.create(dataSource.driver, { master: { value: pool } });
  Object.defineProperty(mine, 'driver', { value: driver });
  const { extra } = dataSource.options as { extra: PoolEvents };
  const options = { ...dataSource.options, extra: { ...extra, queryTimeouts: timeoutsUntilCrash(extra, process) } };
  Object.defineProperty(mine, 'options', { value: options });
  Object.defineProperty(mine, 'manager', { value: mine.createEntityManager() });
  return mine;
}
