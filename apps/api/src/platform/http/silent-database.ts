import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { poolOf } from '../database/prepared.js';
import { AppError } from '../errors/app-error.js';

/** A request is looked at when it has waited so long, and again after as long. */
const LOOK_EVERY_MS = 1_000;
/** Together less than the three seconds within which everybody is told. */
const SILENT_AFTER_MS = 1_500;
const RETRY_SECONDS = 5;

type Answer = (error: AppError, request: FastifyRequest, reply: FastifyReply) => void;

/** Whether the database says nothing to somebody new, not even a refusal. */
async function refusesToSpeak(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: SILENT_AFTER_MS });
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
 * but where the machine is so busy that this takes long, others are still answered.
 */
async function isSilent(dataSource: DataSource, url: string): Promise<boolean> {
  const pool = poolOf(dataSource);
  let isHeard = false;
  const hear = (): void => {
    isHeard = true;
  };
  pool?.on('release', hear);
  try {
    return (await refusesToSpeak(url)) && !isHeard;
  } finally {
    pool?.off('release', hear);
  }
}

/**
 * Answers 503 to requests that wait for a database which has fallen silent: its connections stay open, so that whoever
 * asked by one of them would wait until the driver gives up, far beyond what a person does. Requests that wait for anything
 * else go on waiting.
 */
export function answerWhileDatabaseIsSilent(
  fastify: FastifyInstance,
  { dataSource, url }: { dataSource: DataSource; url: string },
  answer: Answer,
): void {
  let looking: Promise<boolean> | null = null;
  const look = (): Promise<boolean> => {
    looking ??= isSilent(dataSource, url).finally(() => {
      looking = null;
    });
    return looking;
  };
  fastify.addHook('onRequest', (request, reply, done) => {
    const isAnswered = (): boolean => reply.sent || reply.raw.headersSent || reply.raw.destroyed;
    const wait = (): NodeJS.Timeout =>
      setTimeout(() => {
        if (isAnswered()) return;
        void look().then((silent) => {
          if (isAnswered()) return;
          if (silent) answer(new AppError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_SECONDS }), request, reply);
          else timer = wait();
        });
      }, LOOK_EVERY_MS).unref();
    let timer = wait();
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}
