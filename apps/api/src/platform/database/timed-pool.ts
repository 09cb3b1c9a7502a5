import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';
import type { DataSource } from 'typeorm';

const TICK_MS = 100;
/** A longer tick means that the process was suspended, which is no time waited for the database. */
const LONGEST_TICK_MS = 500;

/** `isUnavailable` recognizes this message. */
export const queryTimeoutError = (): Error => new Error('Query read timeout');

export interface TimedPoolOptions extends pg.PoolConfig {
  queryTimeoutMs: number;
  queryTimeouts: EventEmitter;
}

/** Destroys the connection of a timed-out query. The driver's own time-out keeps it, and ROLLBACK would wait again. */
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
    // The driver refuses a query on an ended connection without the `drain` that stops the timer.
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

/** The first query that times out also fails the requests that wait for a connection. */
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

export function onQueryTimeout({ options }: DataSource, listener: () => void): void {
  (options as { extra: TimedPoolOptions }).extra.queryTimeouts.on('timeout', listener);
}
