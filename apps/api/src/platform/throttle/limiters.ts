import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { AppError } from '../errors/app-error.js';
import { REDIS } from '../redis/redis.module.js';
import type { Limit } from './limit.js';

const MINUTE = 60;
/** Requests of one address that one process bears, as a multiple of what one person may send: many share an address. */
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
 * Counters in Redis, shared by all processes. While Redis is away each process counts for itself: people stay limited,
 * and nobody is turned away for it. All methods throw `RATE_LIMITED` with the seconds to wait.
 */
@Injectable()
export class Limiters {
  private readonly perMinute: number;
  private readonly prefix: string;
  private readonly flood: RateLimiterMemory;
  private readonly shared = new Map<string, RateLimiterAbstract>();

  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    @Inject(CONFIG) config: Config,
  ) {
    this.perMinute = config.http.ratePerMinute;
    this.prefix = `${config.instanceId}:limit`;
    this.flood = new RateLimiterMemory({ points: this.perMinute * FLOOD_FACTOR, duration: MINUTE });
  }

  /** Every request of an address, counted by this process alone, so that it costs next to nothing. */
  bearAddress(address: string): Promise<void> {
    return consume(this.flood, address);
  }

  /** The general limit of a person, or of an address that shows no token. */
  allow(kind: Limit['by'], key: string): Promise<void> {
    return consume(this.limiter(`any-${kind}`, this.perMinute, MINUTE), key);
  }

  /** The limit of an endpoint. */
  allowNamed({ name, allowed }: Limit, key: string): Promise<void> {
    const [calls, seconds] =
      'share' in allowed ? [Math.ceil(this.perMinute * allowed.share), MINUTE] : [allowed.calls, allowed.seconds];
    return consume(this.limiter(name, calls, seconds), key);
  }

  private limiter(name: string, points: number, duration: number): RateLimiterAbstract {
    const known = this.shared.get(name);
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
    this.shared.set(name, limiter);
    return limiter;
  }
}
