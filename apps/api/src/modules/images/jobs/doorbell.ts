import { InjectQueue } from '@nestjs/bull';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { within } from '../../../platform/within.js';
import { closeSafely, RINGING_QUEUE, type GenerateImageJob } from './queue.js';

const RING_TIMEOUT_MS = 1_000;
const COMPLAIN_EVERY_MS = 30_000;
const AWAY = ['reconnecting', 'close', 'end'];

export interface Ring {
  generationId: string;
  /** The attempt that the row shows, 0 before the first. */
  attempt: number;
  /** Smaller runs first. */
  priority: number;
}

/**
 * Tells a worker that there may be something to do. Postgres holds the work itself, so that a ring that is lost costs
 * time until the next sweep, and one too many nothing.
 */
@Injectable()
export class Doorbell {
  private readonly logger = new Logger(Doorbell.name);
  private complainedAt = -Infinity;

  constructor(@InjectQueue(RINGING_QUEUE) private readonly queue: Queue<GenerateImageJob>) {
    closeSafely(queue);
  }

  /** Never throws, and never takes longer than a second. */
  async ring(ring: Ring): Promise<void> {
    await this.tryToRing(ring);
  }

  /** The same; false when Redis did not take the ring. */
  async tryToRing(ring: Ring): Promise<boolean> {
    try {
      if (AWAY.includes(this.queue.client.status)) throw new Error('Redis is away');
      await within(this.add(ring), RING_TIMEOUT_MS, () => new Error(`no answer within ${RING_TIMEOUT_MS} ms`));
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  private add({ generationId, attempt, priority }: Ring): Promise<unknown> {
    return this.queue.add({ generationId }, { jobId: `gen:${generationId}:${attempt}`, priority });
  }

  private complain(error: unknown): void {
    if (performance.now() - this.complainedAt < COMPLAIN_EVERY_MS) return;
    this.complainedAt = performance.now();
    this.logger.warn(`No ring reached Redis (${String(error)}); the sweeper repeats what was lost`);
  }
}
