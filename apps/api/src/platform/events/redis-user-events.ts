import { EventEmitter } from 'node:events';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { REDIS, REDIS_SUBSCRIBER } from '../redis/redis.module.js';
import type { UserEvent, UserEvents } from './user-events.js';

function parsed(message: string): UserEvent | null {
  try {
    return JSON.parse(message) as UserEvent;
  } catch {
    return null;
  }
}

/** One channel per user, heard by one pattern. While Redis is away, a process still hears itself. */
@Injectable()
export class RedisUserEvents implements UserEvents {
  private readonly log = new Logger(RedisUserEvents.name);
  private readonly listeners = new EventEmitter().setMaxListeners(0);
  private readonly prefix: string;

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(REDIS_SUBSCRIBER) private readonly subscriber: Redis,
    @Inject(CONFIG) config: Config,
  ) {
    this.prefix = `${config.installationId}:user-events:`;
  }

  async listen(): Promise<void> {
    this.subscriber.on('pmessage', (_pattern: string, channel: string, message: string) => {
      const userId = channel.slice(this.prefix.length);
      if (this.listeners.listenerCount(userId) === 0) return;
      const event = parsed(message);
      if (event) this.listeners.emit(userId, event);
    });
    // Resolves once Redis is there and repeats after each reconnect; rejects only when the process ends.
    await this.subscriber.psubscribe(`${this.prefix}*`).catch(() => undefined);
  }

  publish(userId: string, event: UserEvent): void {
    this.redis
      .publish(`${this.prefix}${userId}`, JSON.stringify(event))
      .catch(() => void this.listeners.emit(userId, event));
  }

  subscribe(userId: string, listener: (event: UserEvent) => void): () => void {
    // A listener that fails must not keep the others from hearing.
    const careful = (event: UserEvent): void => {
      try {
        listener(event);
      } catch (error) {
        this.log.error('A listener of user events failed', error);
      }
    };
    this.listeners.on(userId, careful);
    return () => void this.listeners.off(userId, careful);
  }
}
