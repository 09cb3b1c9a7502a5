import { Redis, type RedisOptions } from 'ioredis';

const COMMAND_TIMEOUT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 2_000;

const backOff = (times: number): number => Math.min(100 * 2 ** Math.min(times, 5), 2_000);

/** Fails at once while Redis is away, and drops a connection that has not answered for a second. */
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

/** Reconnects forever and subscribes again by itself. */
export const subscriberOptions: RedisOptions = {
  lazyConnect: true,
  enableReadyCheck: false,
  // A connection that breaks during the client's introduction would count as ready and never reconnect.
  disableClientInfo: true,
  maxRetriesPerRequest: null,
  connectTimeout: CONNECT_TIMEOUT_MS,
  keepAlive: 10_000,
  retryStrategy: backOff,
};

/** Connects by itself. A lost connection is reported to `onTrouble` and never ends the process. */
export function connectRedis(url: string, options: RedisOptions, onTrouble: (error: Error) => void): Redis {
  const client = new Redis(url, options);
  // Without a listener, a refused connection would be an uncaught error.
  client.on('error', onTrouble);
  return client;
}
