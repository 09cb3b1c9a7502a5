import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { AppError } from '../errors/app-error.js';
import { REDIS } from '../redis/redis.module.js';
import type { Limit } from './limit.js';
import { SharedLimit } from './shared-limit.js';
import { Windows } from './windows.js';

const MINUTE = 60;
/** Requests of one address that one process bears, as a multiple of what one person may send: many share an address. */
const FLOOD_FACTOR = 4;
/** Addresses that one process remembers. */
const MOST_ADDRESSES = 100_000;

const refusal = (milliseconds: number): AppError =>
  new AppError('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(milliseconds / 1000)) });

/**
 * Who asks too much. The general limits are counted in memory and shared by way of Redis; those of single endpoints are
 * small and counted in Redis. While Redis is away each process counts for itself: people stay limited, and nobody is
 * turned away for it. All methods throw `RATE_LIMITED` with the seconds to wait.
 */
@Injectable()
export class Limiters {
  private readonly perMinute: number;
  private readonly prefix: string;
  private readonly flood: Windows;
  private readonly general: Record<Limit['by'], SharedLimit>;
  private readonly strict = new Map<string, RateLimiterAbstract>();

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CONFIG) config: Config,
  ) {
    this.perMinute = config.http.ratePerMinute;
    this.prefix = `${config.instanceId}:limit`;
    this.flood = new Windows(MINUTE * 1000, MOST_ADDRESSES);
    const general = (by: Limit['by']): SharedLimit =>
      new SharedLimit(redis, { prefix: `${this.prefix}:any-${by}`, points: this.perMinute, seconds: MINUTE });
    this.general = { person: general('person'), address: general('address') };
  }

  /** Every request of an address, counted by this process alone. */
  bearAddress(address: string): void {
    const now = Date.now();
    const window = this.flood.of(address, now);
    if (window.told >= this.perMinute * FLOOD_FACTOR) throw refusal(window.endsAt - now);
    window.told += 1;
  }

  /** The general limit of a person, or of an address that shows no token. */
  allow(kind: Limit['by'], key: string): void {
    const wait = this.general[kind].take(key);
    if (wait > 0) throw refusal(wait);
  }

  /** The limit of an endpoint. */
  async allowNamed({ name, allowed }: Limit, key: string): Promise<void> {
    const [calls, seconds] =
      'share' in allowed ? [Math.ceil(this.perMinute * allowed.share), MINUTE] : [allowed.calls, allowed.seconds];
    try {
      await this.limiter(name, calls, seconds).consume(key);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw refusal(refused.msBeforeNext);
    }
  }

  private limiter(name: string, points: number, duration: number): RateLimiterAbstract {
    const known = this.strict.get(name);
    if (known) return known;
    const limiter = new RateLimiterRedis({
      storeClient: this.redis,
      keyPrefix: `${this.prefix}:${name}`,
      points,
      duration,
      rejectIfRedisNotReady: true,
      // Whoever is over the limit is refused from memory until the time is up.
      inMemoryBlockOnConsumed: points,
      insuranceLimiter: new RateLimiterMemory({ points, duration }),
    });
    this.strict.set(name, limiter);
    return limiter;
  }
}
