import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { within } from '../within.js';

const BEAT_MS = 500;
/** How old the last proof may be: for so long at most something that ended is not known here. */
const SURE_MS = 1_500;
const CONNECT_MS = 3_000;
/** A connection that said nothing for so long is given up; long before, it is not relied on. */
const ANSWER_MS = 10_000;
const RETRY_MS = 1_000;

export interface ChannelListenerOptions {
  /** Of the database. */
  url: string;
  channel: string;
  /** Sends a notice over the channel, by any other connection. */
  notify: (payload: string) => Promise<unknown>;
  onNotice: (payload: string) => void;
  /** Notices may have been missed: before the first one, and whenever the connection was lost. */
  onGap: () => void;
}

/**
 * Hears what is notified on a channel of Postgres, by a connection of its own, and knows whether it hears everything.
 * Notices arrive before the answer to a statement sent after them, so each answered beat proves that none is missing up
 * to when it was sent. A first notice of our own shows that they come through at all: some poolers swallow them.
 */
export class ChannelListener {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private provenAt = -Infinity;

  constructor(private readonly options: ChannelListenerOptions) {}

  /** Whether everything was heard that was committed, and known to be, until a moment ago. */
  get isSure(): boolean {
    return performance.now() - this.provenAt < SURE_MS;
  }

  start(): void {
    this.running = this.keepListening();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async keepListening(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      // Whoever listens does without until the next try; that the database is away is told elsewhere.
      await this.listenOnce(signal).catch(() => undefined);
      this.provenAt = -Infinity;
      this.options.onGap();
      await sleep(RETRY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private async listenOnce(stopping: AbortSignal): Promise<void> {
    const client = new pg.Client({
      connectionString: this.options.url,
      application_name: 'app-listener',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
    });
    const over = new AbortController();
    const giveUp = (): void => over.abort();
    client.on('error', giveUp);
    client.on('end', giveUp);
    client.on('notification', ({ payload }) => this.options.onNotice(payload ?? ''));
    stopping.addEventListener('abort', giveUp, { once: true });
    try {
      // Not by waiting for the client alone: one that is ended while it connects never says so.
      await Promise.race([this.listen(client, over.signal), once(over.signal, 'abort')]);
    } finally {
      stopping.removeEventListener('abort', giveUp);
      client.end().catch(() => undefined);
    }
  }

  private async listen(client: pg.Client, over: AbortSignal): Promise<void> {
    await client.connect();
    await client.query(`listen ${this.options.channel}`);
    this.options.onGap();
    await this.expectOwnNotice(client);
    while (!over.aborted) {
      const asked = performance.now();
      await client.query('select 1');
      if (!over.aborted) this.provenAt = asked;
      await sleep(BEAT_MS, undefined, { signal: over, ref: false });
    }
  }

  private async expectOwnNotice(client: pg.Client): Promise<void> {
    const own = `hello ${randomUUID()}`;
    const heard = new Promise<void>((resolve) => {
      client.on('notification', ({ payload }) => {
        if (payload === own) resolve();
      });
    });
    await this.options.notify(own);
    await within(heard, CONNECT_MS, () => new Error('Notices do not come through'));
  }
}
