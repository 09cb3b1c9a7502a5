import { Redis, type RedisOptions } from 'ioredis';

const COMMAND_TIMEOUT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 2_000;

const backOff = (times: number): number => Math.min(100 * 2 ** Math.min(times, 5), 2_000);

/**
 * For commands that a request waits for: fails at once while Redis is away and after a second when it has stopped
 * answering; then the connection is dropped, so that the next requests need not wait for the same silence.
 */
export const commandOptions: RedisOptions = {
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  commandTimeout: COMMAND_TIMEOUT_MS,
  socketTimeout: COMMAND_TIMEOUT_MS,
  connectTimeout: CONNECT_TIMEOUT_MS,
  keepAlive: 10_000,
  retryStrategy: backOff,
};

/** For listening: connects with the first subscription, reconnects for ever and subscribes again by itself. */
export const subscriberOptions: RedisOptions = {
  lazyConnect: true,
  enableReadyCheck: false,
  // A connection that breaks while the client introduces itself would be taken for ready, and never be made again.
  disableClientInfo: true,
  maxRetriesPerRequest: null,
  connectTimeout: CONNECT_TIMEOUT_MS,
  keepAlive: 10_000,
  retryStrategy: backOff,
};

/** A connection whose loss is reported to `onTrouble` and never ends the process. Connects by itself. */
export function connectRedis(url: string, options: RedisOptions, onTrouble: (error: Error) => void): Redis {
  const client = new Redis(url, options);
  // Without a listener, a refused connection would be an uncaught error.
  client.on('error', onTrouble);
  return client;
}
