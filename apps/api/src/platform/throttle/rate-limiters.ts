import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { CONFIG } from '../config/config.module.js';
import type { Config } from '../config/config.js';
import { AppError } from '../errors/app-error.js';
import { REDIS } from '../redis/redis.module.js';

const MINUTE = 60;
/** A multiple of one user's limit, because many share an address. */
const FLOOD_FACTOR = 4;

/** Given in `@Endpoint(call, { limit })` of the controller. */
export interface Limit {
  name: string;
  by: 'person' | 'address';
  /** `share`: of the installation's general limit (RATE_LIMIT_PER_MINUTE). */
  allowed: { calls: number; seconds: number } | { share: number };
}

/** What is left of a limit after a request was counted. */
export interface LimitState {
  limit: number;
  remaining: number;
  /** Until the whole limit is there again. */
  resetSeconds: number;
  /** The request was one too many. */
  isExceeded: boolean;
}

async function count(limiter: RateLimiterAbstract, key: string): Promise<LimitState> {
  const state = (result: RateLimiterRes, isExceeded: boolean): LimitState => ({
    limit: limiter.points,
    remaining: Math.max(0, result.remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
    isExceeded,
  });
  try {
    return state(await limiter.consume(key), false);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    return state(refused, true);
  }
}

async function consume(limiter: RateLimiterAbstract, key: string): Promise<void> {
  const { isExceeded, resetSeconds } = await count(limiter, key);
  if (isExceeded) throw new AppError('RATE_LIMITED', { retryAfter: resetSeconds });
}

/**
 * Counts requests in Redis, so that all processes share the limits. While Redis is away each process counts for itself.
 * `consume…` throws `RATE_LIMITED` with the seconds to wait.
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

  /** Counted by this process alone, because a page requests dozens of files. */
  consumeFlood(address: string): Promise<void> {
    return consume(this.flood, address);
  }

  consumeGeneral(by: Limit['by'], key: string): Promise<void> {
    return consume(this.limiter(`any-${by}`, this.perMinute, MINUTE), key);
  }

  /** The requests of a person's programs, all keys together: a script does not close the web app to its owner. */
  countProgram(userId: string): Promise<LimitState> {
    return count(this.limiter('any-program', this.perMinute, MINUTE), userId);
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
      inMemoryBlockOnConsumed: points,
      insuranceLimiter: new RateLimiterMemory({ points, duration }),
    });
    this.shared.set(name, limiter);
    return limiter;
  }
}
