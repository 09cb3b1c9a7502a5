import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from '../database/prepared.js';
import { AppError } from '../errors/app-error.js';

/**
 * Parts of the time for which a request waits for the database. It is looked at when it has waited so long, and again after
 * as long. With the two seconds of the default, it is told within the three that are promised.
 */
const LOOK_EVERY = 0.45;
const SILENT_AFTER = 0.75;
const TICK_MS = 100;
const RETRY_SECONDS = 5;

type Answer = (error: AppError, request: FastifyRequest, reply: FastifyReply) => void;

export interface WatchedDatabase {
  dataSource: DataSource;
  url: string;
  /** How long a request waits for it. */
  waitMs: number;
}

/** Whether the database says nothing to somebody new for so long, not even a refusal. */
async function refusesToSpeak(url: string, silentMs: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: silentMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return false;
  } catch (error) {
    return !(error instanceof pg.DatabaseError);
  } finally {
    client.end().catch(() => undefined);
  }
}

/**
 * Whether the database says nothing to anybody. Somebody new is asked too, since all connections may wait for each other;
 * but where the machine is so busy that this takes long, others are still answered. A process that stood still itself for
 * most of the time has heard nobody, and knows nothing.
 */
async function isSilent({ dataSource, url, waitMs }: WatchedDatabase): Promise<boolean> {
  const silentMs = waitMs * SILENT_AFTER;
  const pool = poolOf(dataSource);
  let isHeard = false;
  const hear = (): void => {
    isHeard = true;
  };
  const began = performance.now();
  let livedMs = 0;
  const living = setInterval(() => (livedMs += TICK_MS), TICK_MS);
  pool?.on('release', hear);
  try {
    const refuses = await refusesToSpeak(url, silentMs);
    const stoodStill = performance.now() - began - livedMs > silentMs / 2;
    return refuses && !isHeard && !stoodStill;
  } finally {
    pool?.off('release', hear);
    clearInterval(living);
  }
}

const WAITING = Symbol('WAITING');
type Line = Socket & { [WAITING]?: FastifyReply | undefined };

const isAnswered = (reply: FastifyReply): boolean => reply.sent || reply.raw.headersSent || reply.raw.destroyed;

/**
 * Answers 503 to requests that wait for a database which has fallen silent: its connections stay open, so that whoever
 * asked by one of them would wait until the driver gives up, far beyond what a person does. Requests that wait for anything
 * else go on waiting. Connections are watched, not requests: they are fewer, and each carries what it waits for.
 */
export class SilenceWatch {
  private readonly lines = new Set<Line>();
  /** Asked by a connection that waits for another answer already. */
  private readonly pipelined = new Set<FastifyReply>();
  private readonly lookedAt = new WeakMap<FastifyReply, number>();
  private looking: Promise<boolean> | null = null;

  constructor(
    fastify: FastifyInstance,
    private readonly database: WatchedDatabase,
    private readonly answer: Answer,
  ) {
    fastify.server.on('connection', (line: Line) => {
      this.lines.add(line);
      line.once('close', () => this.lines.delete(line));
    });
    const timer = setInterval(() => this.lookAtAll(), TICK_MS).unref();
    fastify.addHook('onClose', () => clearInterval(timer));
  }

  /** From now on `reply` is waited for. */
  begin(reply: FastifyReply): void {
    const line: Line = reply.request.raw.socket;
    const before = line[WAITING];
    if (before && !isAnswered(before)) this.pipelined.add(before);
    line[WAITING] = reply;
  }

  /** What was not answered yet. */
  get open(): FastifyReply[] {
    const current = [...this.lines].flatMap((line) => line[WAITING] ?? []);
    return [...current, ...this.pipelined].filter((reply) => !isAnswered(reply));
  }

  private lookAtAll(): void {
    for (const line of this.lines) {
      const reply = line[WAITING];
      // Never `delete`: it would make every access to the socket slow.
      if (reply && !this.look(reply)) line[WAITING] = undefined;
    }
    for (const reply of this.pipelined) if (!this.look(reply)) this.pipelined.delete(reply);
  }

  /** Whether it still waits. */
  private look(reply: FastifyReply): boolean {
    if (isAnswered(reply)) return false;
    if (reply.elapsedTime - (this.lookedAt.get(reply) ?? 0) >= this.database.waitMs * LOOK_EVERY) {
      this.lookedAt.set(reply, Infinity);
      void this.askAbout(reply);
    }
    return true;
  }

  private async askAbout(reply: FastifyReply): Promise<void> {
    this.looking ??= isSilent(this.database).finally(() => {
      this.looking = null;
    });
    const silent = await this.looking;
    if (isAnswered(reply)) return;
    if (silent) this.answer(new AppError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_SECONDS }), reply.request, reply);
    else this.lookedAt.set(reply, reply.elapsedTime);
  }
}
