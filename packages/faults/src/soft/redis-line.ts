import type { Surroundings } from '@app/api/test-support/one-process';
import { TcpProxy } from '@app/api/test-support/proxy';
import { openRings, type Rings } from '@app/api/test-support/rings';
import { setTimeout as sleep } from 'node:timers/promises';

export const REDIS_TROUBLES = ['emptied', 'frozen', 'stopped'] as const;
export type RedisTrouble = (typeof REDIS_TROUBLES)[number];

/** Longer than a ring waits for its answer. */
const AWAY_MS = 1_500;

/** Rings that reach Redis by a line, so that Redis can fall silent or go away for the run alone. */
export class RedisLine {
  readonly counts: Record<RedisTrouble, number> = { emptied: 0, frozen: 0, stopped: 0 };
  private constructor(
    private readonly line: TcpProxy,
    readonly rings: Rings,
  ) {}

  static async open(config: Surroundings['config'], hear: (generationId: string) => void): Promise<RedisLine> {
    const line = TcpProxy.before(config.redisUrl);
    await line.open();
    const rings = await openRings({ ...config, redisUrl: line.urlThrough(config.redisUrl) }, hear);
    return new RedisLine(line, rings);
  }

  /** It is over when this resolves. */
  async suffer(trouble: RedisTrouble): Promise<void> {
    if (trouble === 'emptied') await this.rings.empty();
    else {
      if (trouble === 'frozen') this.line.stall();
      else await this.line.down();
      await sleep(AWAY_MS);
      await this.line.open();
    }
    this.counts[trouble] += 1;
  }

  async end(): Promise<void> {
    await this.rings.close();
    await this.line.down();
  }
}
