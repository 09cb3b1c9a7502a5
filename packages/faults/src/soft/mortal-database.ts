import type { Surroundings } from '@app/api/test-support/one-process';
import type pg from 'pg';
import { never, type Life } from './life.js';
import { stepOf } from './step.js';

type DataSource = Surroundings['dataSource'];
type Release = (error?: Error | boolean) => void;
type OnConnected = (error: Error | undefined, client?: pg.PoolClient, release?: Release) => void;

const LOST = 'Connection terminated unexpectedly';

/** The socket below a client. */
const cut = (client: pg.PoolClient): void => {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
};

const heard = new WeakSet<pg.PoolClient>();

/** A connection that breaks while it is taken says so, and unheard that would end the run. */
function hear(client: pg.PoolClient): void {
  if (heard.has(client)) return;
  heard.add(client);
  client.on('error', () => undefined);
}

const textOf = (query: unknown): string => (typeof query === 'string' ? query : (query as { text: string }).text);

/** The pool as one process has it: its connections break when it dies, and each statement is a step that may go wrong. */
class MortalPool {
  private readonly taken = new Map<pg.PoolClient, Release>();

  constructor(
    private readonly pool: pg.Pool,
    private readonly life: Life,
  ) {
    life.whenDead(() => {
      for (const client of this.taken.keys()) this.lose(client);
    });
  }

  connect(done: OnConnected): void {
    if (this.life.isDead) return;
    this.pool.connect((error, client, release) => {
      if (this.life.isDead) return client?.release();
      if (error || !client) return done(error ?? new Error('no connection'));
      this.take(client, release);
      done(undefined, this.mortal(client), (reason) => this.giveBack(client, reason));
    });
  }

  async query(statement: { text: string }): Promise<unknown> {
    const client = await this.life.alive(this.borrow());
    try {
      const answer = await this.send(client, statement.text, () => client.query(statement));
      this.giveBack(client);
      return answer;
    } catch (error) {
      this.giveBack(client, true);
      throw error;
    }
  }

  /** Counted as taken in the same moment: a process may die of another step before it learns that it has a connection. */
  private async borrow(): Promise<pg.PoolClient> {
    const client = await this.pool.connect();
    if (this.life.isDead) {
      client.release();
      return never();
    }
    this.take(client, (reason) => client.release(reason));
    return client;
  }

  private mortal(client: pg.PoolClient): pg.PoolClient {
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
    hear(client);
    this.taken.set(client, release);
  }

  private send(client: pg.PoolClient, text: string, send: () => Promise<unknown>): Promise<unknown> {
    return this.life.send(stepOf(text), send, () => {
      cut(client);
      return new Error(LOST);
    });
  }

  private lose(client: pg.PoolClient): void {
    cut(client);
    this.giveBack(client, new Error(LOST));
  }

  /** Once: a process that died and one that ends its query at the same moment would do it twice. */
  private giveBack(client: pg.PoolClient, reason?: Error | boolean): void {
    const release = this.taken.get(client);
    this.taken.delete(client);
    release?.(reason);
  }
}

/** The data source as one process sees it. Its pool is shared with the other processes, to save connecting anew. */
export function mortalDataSource(dataSource: DataSource, life: Life): DataSource {
  const { master } = dataSource.driver as unknown as { master: pg.Pool };
  const pool = new MortalPool(master, life);
  const mine = Object.create(dataSource) as DataSource;
  const driver: unknown = Object.create(dataSource.driver, { master: { value: pool } });
  Object.defineProperty(mine, 'driver', { value: driver });
  Object.defineProperty(mine, 'manager', { value: mine.createEntityManager() });
  return mine;
}
