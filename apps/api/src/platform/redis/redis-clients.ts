import { Redis, type RedisOptions } from 'ioredis';

const COMMAND_TIMEOUT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 2_000;
const REFUSED_AGAIN_MS = 1_000;

const backOff = (times: number): number => Math.min(100 * 2 ** times, 2_000);

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

/** Reconnects forever. */
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

/**
 * Subscribes again after each reconnect, and until it is granted. ioredis does it once and hears no answer: a Redis that
 * refuses, because its password was changed, would end the process as an unhandled rejection and be forgotten.
 */
export function keepSubscribed(client: Redis): Redis {
  client.options.autoResubscribe = false;
  for (const method of ['subscribe', 'psubscribe'] as const) {
    const wanted = new Set<string>();
    let later: NodeJS.Timeout | undefined;
    const send = client[method].bind(client) as (...channels: string[]) => Promise<unknown>;
    const ask = (...channels: string[]): Promise<unknown> => {
      channels.forEach((channel) => wanted.add(channel));
      const answer = send(...channels);
      answer.catch(() => {
        clearTimeout(later);
        later = setTimeout(askAgain, REFUSED_AGAIN_MS).unref();
      });
      return answer;
    };
    const askAgain = (): void => {
      if (wanted.size > 0 && client.status === 'ready') ask(...wanted).catch(() => undefined);
    };
    Object.assign(client, { [method]: ask });
    client.on('ready', askAgain);
  }
  return client;
}

/** Connects by itself. A lost connection is reported to `onTrouble` and never ends the process. */
export function connectRedis(url: string, options: RedisOptions, onTrouble: (error: Error) => void): Redis {
  const client = new Redis(url, options);
  // Without a listener, a refused connection would be an uncaught error.
  client.on('error', onTrouble);
  return client;
}
