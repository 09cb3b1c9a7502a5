import { Global, Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { checkEvictionPolicy } from './eviction-policy.js';
import { commandOptions, connectRedis, keepSubscribed, subscriberOptions } from './redis-clients.js';
import { inBackground } from '../process/in-background.js';

export const REDIS = Symbol('REDIS');
export const REDIS_SUBSCRIBER = Symbol('REDIS_SUBSCRIBER');

/** Logs once that a connection is lost and once that it is back. */
function reporting(log: Logger): (error: Error) => void {
  let lastSaid = '';
  return (error) => {
    if (error.message === lastSaid) return;
    lastSaid = error.message;
    log.warn(`Redis: ${error.message || error.name}`);
  };
}

@Global()
@Module({
  providers: [
    {
      provide: REDIS,
      inject: [CONFIG],
      useFactory: (config: Config): Redis => {
        const log = new Logger('Redis');
        const client = connectRedis(config.redisUrl, commandOptions, reporting(log));
        client.on('ready', () => inBackground(checkEvictionPolicy(client, log)));
        return client;
      },
    },
    {
      provide: REDIS_SUBSCRIBER,
      inject: [CONFIG],
      useFactory: (config: Config): Redis =>
        keepSubscribed(connectRedis(config.redisUrl, subscriberOptions, reporting(new Logger('Redis subscriber')))),
    },
  ],
  exports: [REDIS, REDIS_SUBSCRIBER],
})
export class RedisModule implements OnApplicationShutdown {
  constructor(
    @Inject(REDIS) private readonly commands: Redis,
    @Inject(REDIS_SUBSCRIBER) private readonly subscriber: Redis,
  ) {}

  onApplicationShutdown(): void {
    this.commands.disconnect();
    this.subscriber.disconnect();
  }
}
