import type { Surroundings } from '@app/api/test-support/one-process';
import { TcpProxy } from '@app/api/test-support/proxy';
import { openTestQueue, type TestQueue } from '@app/api/test-support/test-queue';
import { setTimeout as sleep } from 'node:timers/promises';

export const REDIS_FAULTS = ['emptied', 'frozen', 'stopped'] as const;
export type RedisFault = (typeof REDIS_FAULTS)[number];

/** Longer than the product waits for Redis. */
const AWAY_MS = 1_500;

/** A queue connection through a proxy, so that Redis can be emptied, frozen and stopped for this run alone. */
export class FaultyRedis {
  readonly counts: Record<RedisFault, number> = { emptied: 0, frozen: 0, stopped: 0 };
  private constructor(
    private readonly proxy: TcpProxy,
    readonly queue: TestQueue,
  ) {}

  static async open(config: Surroundings['config'], onJob: (generationId: string) => void): Promise<FaultyRedis> {
    const proxy = TcpProxy.before(config.redisUrl);
    await proxy.open();
    const queue = await openTestQueue({ ...config, redisUrl: proxy.urlThrough(config.redisUrl) }, onJob);
    return new FaultyRedis(proxy, queue);
  }

  async inject(fault: RedisFault): Promise<void> {
    if (fault === 'emptied') await this.queue.empty();
    else {
      if (fault === 'frozen') this.proxy.stall();
      else await this.proxy.down();
      await sleep(AWAY_MS);
      await this.proxy.open();
    }
    this.counts[fault] += 1;
  }

  async end(): Promise<void> {
    await this.queue.close();
    await this.proxy.down();
  }
}
