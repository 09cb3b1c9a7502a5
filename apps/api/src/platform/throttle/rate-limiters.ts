import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { AppError } from '../errors/app-error.js';
import { REDIS } from '../redis/redis.module.js';
import type { Limit } from './endpoint-limit.js';

const MINUTE = 60;
/** Requests of one address, as a multiple of what one person may send: many people share an address. */
const FLOOD_FACTOR = 4;

async function consume(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw new AppError('RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) });
  }
}

/**
 * Counts requests in Redis, so that all processes share the limits. While Redis is away each process counts for itself.
 * All methods throw `RATE_LIMITED` with the seconds to wait.
 */
@Injectable()
export class RateLimiters {
  private readonly perMinute: number;
  private readonly flood: RateLimiterMemory;
  private readonly shared = new Map<string, RateLimiterRedis>();

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.perMinute = config.http.ratePerMinute;
    this.flood = new RateLimiterMemory({ points: this.perMinute * FLOOD_FACTOR, duration: MINUTE });
  }

  /** Every request of an address, files included; counted by this process alone, since a page asks for dozens. */
  consumeFlood(address: string): Promise<void> {
    return consume(this.flood, address);
  }

  /** The general limit of a person, or of an address without one. */
  consumeGeneral(by: Limit['by'], key: string): Promise<void> {
    return consume(this.limiter(`any-${by}`, this.perMinute, MINUTE), key);
  }

  /** The limit of an endpoint. */
  consumeNamed({ name, allowed }: Limit, key: string): Promise<void> {
    const [calls, seconds] =
      'share' in allowed ? [Math.ceil(this.perMinute * allowed.share), MINUTE] : [allowed.calls, allowed.seconds];
    return consume(this.limiter(name, calls, seconds), key);
  }

  private limiter(name: string, points: number, duration: number): RateLimiterRedis {
    const known = this.shared.get(name);
    if (known) return known;
    const limiter = new RateLimiterRedis({
      storeClient: this.redis,
      keyPrefix: `${this.config.installationId}:limit:${name}`,
      points,
      duration,
      rejectIfRedisNotReady: true,
      // What is over the limit is refused from memory until the time is up.
      inMemoryBlockOnConsumed: points,
      insuranceLimiter: new RateLimiterMemory({ points, duration }),
    });
    this.shared.set(name, limiter);
    return limiter;
  }
}
