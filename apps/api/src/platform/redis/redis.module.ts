import { Global, Inject, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis, RedisOptions } from 'ioredis';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { connectionReports } from './connection-reports.js';
import { checkEvictionPolicy } from './eviction-policy.js';
import { commandOptions, connectRedis, keepSubscribed, subscriberOptions } from './redis-clients.js';
import { inBackground } from '../process/in-background.js';

export const REDIS = Symbol('REDIS');
export const REDIS_SUBSCRIBER = Symbol('REDIS_SUBSCRIBER');

function connect(config: Config, options: RedisOptions, log: Logger): Redis {
  const { lost, back } = connectionReports(log);
  return connectRedis(config.redisUrl, options, lost).on('ready', back);
}

@Global()
@Module({
  providers: [
    {
      provide: REDIS,
      inject: [CONFIG],
      useFactory: (config: Config): Redis => {
        const log = new Logger('Redis');
        const client = connect(config, commandOptions, log);
        client.on('ready', () => inBackground(checkEvictionPolicy(client, log)));
        return client;
      },
    },
    {
      provide: REDIS_SUBSCRIBER,
      inject: [CONFIG],
      useFactory: (config: Config): Redis =>
        keepSubscribed(connect(config, subscriberOptions, new Logger('Redis subscriber'))),
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
