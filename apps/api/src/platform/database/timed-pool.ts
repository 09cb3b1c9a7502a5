import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';
import type { DataSource } from 'typeorm';

const TICK_MS = 100;
/** A process that was suspended for longer has not waited for the database meanwhile. */
const LONGEST_TICK_MS = 500;

/** What `toAppError` reads as "the database is away". */
export const queryTimeoutError = (): Error => new Error('Query read timeout');

export interface TimedPoolOptions extends pg.PoolConfig {
  /** Milliseconds after which a query without an answer fails. */
  queryTimeoutMs: number;
  /** Emits `timeout` when a query failed for that reason. */
  queryTimeouts: EventEmitter;
}

/**
 * Destroys the connection whose query gets no answer in time. With the driver's own time-out the connection would stay
 * in use, and the ROLLBACK of the failed transaction would wait for as long again.
 */
class TimedClient extends pg.Client {
  private timer: NodeJS.Timeout | undefined;
  private hasEnded = false;

  constructor(private readonly options: TimedPoolOptions) {
    super(options);
    this.on('drain', () => this.stopTimer());
    this.on('end', () => {
      this.hasEnded = true;
      this.stopTimer();
    });
  }

  override query(...args: never[]): never {
    // The driver refuses a query on an ended connection without a `drain` that would stop the timer.
    if (!this.hasEnded) this.timer ??= this.startTimer();
    return super.query(...(args as unknown as [string])) as never;
  }

  private startTimer(): NodeJS.Timeout {
    let waitedMs = 0;
    let last = performance.now();
    return setInterval(() => {
      const now = performance.now();
      waitedMs += Math.min(now - last, LONGEST_TICK_MS);
      last = now;
      if (waitedMs >= this.options.queryTimeoutMs) this.giveUp();
    }, TICK_MS);
  }

  private stopTimer(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private giveUp(): void {
    this.stopTimer();
    this.options.queryTimeouts.emit('timeout');
    const { connection } = this as unknown as { connection: { stream: Socket } };
    connection.stream.destroy(queryTimeoutError());
  }
}

type Done = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** The driver's pool with a time-out for queries. The first one also fails the requests that wait for a connection. */
export class TimedPool extends pg.Pool {
  private readonly waiting = new Set<Done>();

  constructor(options: TimedPoolOptions) {
    super({ ...options, Client: TimedClient as never });
    options.queryTimeouts.on('timeout', () => this.failWaiting());
  }

  override connect(done?: Done): never {
    if (!done) return this.connected() as never;
    this.waiting.add(done);
    return super.connect((error, client, release) => {
      if (this.waiting.delete(done)) done(error, client, release);
      else client?.release();
    }) as never;
  }

  private connected(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      this.connect((error, client) => (client ? resolve(client) : reject(error ?? queryTimeoutError())));
    });
  }

  private failWaiting(): void {
    const all = [...this.waiting];
    this.waiting.clear();
    for (const done of all) done(queryTimeoutError(), undefined, () => undefined);
  }
}

/** Calls `listener` whenever a query of this data source got no answer in time. */
export function onQueryTimeout({ options }: DataSource, listener: () => void): void {
  (options as { extra: TimedPoolOptions }).extra.queryTimeouts.on('timeout', listener);
}
