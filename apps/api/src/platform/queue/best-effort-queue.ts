import { Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { withTimeout } from '../with-timeout.js';
import { closeSafely } from './bull-queue.js';

const ENQUEUE_TIMEOUT_MS = 1_000;
const COMPLAIN_EVERY_MS = 30_000;
const AWAY = ['reconnecting', 'close', 'end'];

/** The producing end of a queue whose jobs are notifications only: Postgres holds the work, and a sweeper repeats them. */
export class BestEffortQueue<T> {
  private complainedAt = -Infinity;

  constructor(
    private readonly queue: Queue<T>,
    private readonly logger: Logger,
  ) {
    closeSafely(queue);
  }

  /** Never throws, and never takes longer than a second. False when Redis did not do the work. */
  async reach(work: (queue: Queue<T>) => Promise<unknown>): Promise<boolean> {
    try {
      if (AWAY.includes(this.queue.client.status)) throw new Error('Redis is away');
      await withTimeout(
        work(this.queue),
        ENQUEUE_TIMEOUT_MS,
        () => new Error(`no answer within ${ENQUEUE_TIMEOUT_MS} ms`),
      );
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  private complain(error: unknown): void {
    if (performance.now() - this.complainedAt < COMPLAIN_EVERY_MS) return;
    this.complainedAt = performance.now();
    this.logger.warn(`No notification reached Redis (${String(error)}); the sweeper repeats what was lost`);
  }
}
