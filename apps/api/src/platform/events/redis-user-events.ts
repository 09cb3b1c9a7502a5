import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { inBackground } from '../process/in-background.js';
import { REDIS, REDIS_SUBSCRIBER } from '../redis/redis.module.js';
import type { UserEvent, UserEvents } from './user-events.js';

/** A newer version may publish names that this one does not know; readers pass over them. */
function parsed(message: string): UserEvent | null {
  try {
    return JSON.parse(message) as UserEvent;
  } catch {
    return null;
  }
}

/** A dropped connection is back within a second; clients ask again by themselves when Redis stays away. */
const AGAIN_AFTER_MS = [500, 2_000, 5_000];

async function sendAgain(send: () => Promise<unknown>): Promise<void> {
  for (const ms of AGAIN_AFTER_MS) {
    await sleep(ms, undefined, { ref: false });
    const isSent = await send().then(
      () => true,
      () => false,
    );
    if (isSent) return;
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
    // Resolves once Redis is there; the client repeats it after each reconnect and each refusal.
    await this.subscriber.psubscribe(`${this.prefix}*`).catch(() => undefined);
  }

  publish(userId: string, event: UserEvent): void {
    const send = (): Promise<number> => this.redis.publish(`${this.prefix}${userId}`, JSON.stringify(event));
    send().catch(() => {
      this.listeners.emit(userId, event);
      // Progress is out of date by then.
      if (event.name !== 'progress') inBackground(sendAgain(send));
    });
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
