import type { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { alerts } from '../observability/metrics.js';

/** A Redis that evicts keys loses queued work silently. Servers that hide their settings are accepted. */
export async function checkEvictionPolicy(redis: Redis, log: Logger): Promise<void> {
  try {
    const policy = /^maxmemory_policy:(.*)$/m.exec(await redis.info('memory'))?.[1]?.trim();
    if (policy === undefined || policy === 'noeviction') return;
    alerts.inc({ kind: 'redis_eviction_policy' });
    log.error(`Redis may drop queued work: set maxmemory-policy to noeviction (it is ${policy})`);
  } catch (error) {
    log.warn(`Redis did not tell its maxmemory-policy: ${error instanceof Error ? error.message : String(error)}`);
  }
}
