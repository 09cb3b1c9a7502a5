import type { BullModuleAsyncOptions, BullModuleOptions } from '@nestjs/bull';
import type { Job, Queue } from 'bull';
import type { Redis, RedisOptions } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.js';
import { CONFIG } from '../config/config.module.js';
import { keepSubscribed } from '../redis/redis-clients.js';
import { traceJob, type TracedJob } from '../tracing/trace-jobs.js';

const LONGEST_PAUSE_MS = 2_000;

/** Bull's own reading of an address knows neither TLS nor escaped passwords. */
export function redisOptions(address: string): RedisOptions {
  const url = new URL(address);
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || 6379),
    db: Number(url.pathname.slice(1) || 0),
    ...(url.username && { username: decodeURIComponent(url.username) }),
    ...(url.password && { password: decodeURIComponent(url.password) }),
    ...(url.protocol === 'rediss:' && { tls: {} }),
    enableReadyCheck: false,
    // A connection that breaks while the client introduces itself would be taken for ready, and never be made again.
    disableClientInfo: true,
    connectTimeout: 5_000,
    retryStrategy: (times) => Math.min(times * 100, LONGEST_PAUSE_MS),
  };
}

function queueOptions(name: string, config: Config, redis: RedisOptions): BullModuleOptions {
  return {
    name,
    prefix: `${config.installationId}:bull`,
    redis: { ...redisOptions(config.redisUrl), ...redis },
    // One try each, forgotten when done: attempts are counted in Postgres, and Bull refuses an id that it remembers.
    defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
    settings: {
      lockDuration: 30_000,
      stalledInterval: 10_000,
      // A job that was found again does no harm: the claim decides.
      maxStalledCount: 1_000,
      retryProcessDelay: 1_000,
    },
  };
}

/** An end of the queue `name` is injected by a name of its own, because each has its own connections. */
type QueueEnd = (name: string, injectedAs: string) => BullModuleAsyncOptions;

/** The end that adds jobs. A job is given up rather than kept for a Redis that is away: a sweeper repeats it. */
export const producerEnd: QueueEnd = (name, injectedAs) => ({
  name: injectedAs,
  inject: [CONFIG],
  useFactory: (config: Config) => queueOptions(name, config, { maxRetriesPerRequest: 1 }),
});

/** The end that works. With a bounded number of retries it could fall silent for ever after an outage. */
export const consumerEnd: QueueEnd = (name, injectedAs) => ({
  name: injectedAs,
  inject: [CONFIG],
  useFactory: (config: Config) => queueOptions(name, config, { maxRetriesPerRequest: null }),
});

/** Calls `handle` for each job, up to `concurrency` at once. Rejects when the queue is closed before it was connected. */
export async function listen<T extends TracedJob>(
  queue: Queue<T>,
  concurrency: number,
  handle: (job: Job<T>) => Promise<void>,
): Promise<void> {
  // Bull names its connection by a promise that nobody hears: a Redis that goes away meanwhile would end the process.
  Object.assign(queue, { setWorkerName: () => Promise.resolve() });
  keepSubscribed((queue as unknown as { eclient: Redis }).eclient);
  await queue.process(concurrency, (job) => traceJob(queue.name, job.data, () => handle(job)));
}

const CLOSE_WITHIN_MS = 2_000;
const REFUSED_WITHIN_MS = 100;

/** Lets the framework, when the process ends, close a queue by `closeQueue` instead of Bull's own `close`. */
export const closeSafely = (queue: Queue): void =>
  void Object.assign(queue, { onApplicationShutdown: () => closeQueue(queue) });

/**
 * Closes a queue for good, once, also while Redis is away or silent: Bull by itself then waits, now and then for ever, for
 * answers and for connections to end.
 */
export async function closeQueue(queue: Queue): Promise<void> {
  Object.assign(queue, { onApplicationShutdown: () => Promise.resolve() });
  const closing = queue.close(true).catch(() => undefined);
  const late = sleep(CLOSE_WITHIN_MS, 'late', { ref: false });
  if ((await Promise.race([closing, late])) !== 'late') return;
  // What Bull still waits for is refused now; it may connect once more on its way out.
  for (let round = 0; round < 2; round += 1) {
    for (const client of queue.clients) client.disconnect();
    await sleep(REFUSED_WITHIN_MS);
  }
}
