import { InjectQueue } from '@nestjs/bull';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { withTimeout } from '../../../../platform/with-timeout.js';
import { closeSafely, PRODUCER_QUEUE, type GenerationJob } from './bull-queues.js';

const ENQUEUE_TIMEOUT_MS = 1_000;
const COMPLAIN_EVERY_MS = 30_000;
const AWAY = ['reconnecting', 'close', 'end'];

export interface EnqueueRequest {
  generationId: string;
  /** The attempt that the row shows, 0 before the first. */
  attempt: number;
  /** Smaller runs first. */
  priority: number;
}

const jobId = (generationId: string, attempt: number): string => `gen:${generationId}:${attempt}`;

/**
 * Tells a worker that there may be something to do. Postgres holds the work itself, so that a ring that is lost costs
 * time until the next sweep, and one too many nothing.
 */
@Injectable()
export class GenerationQueue {
  private readonly logger = new Logger(GenerationQueue.name);
  private complainedAt = -Infinity;

  constructor(@InjectQueue(PRODUCER_QUEUE) private readonly queue: Queue<GenerationJob>) {
    closeSafely(queue);
  }

  /** Never throws, and never takes longer than a second. */
  async enqueue(ring: EnqueueRequest): Promise<void> {
    await this.tryEnqueue(ring);
  }

  /** The same; false when Redis did not take the ring. */
  tryEnqueue({ generationId, attempt, priority }: EnqueueRequest): Promise<boolean> {
    return this.reach(() => this.queue.add({ generationId }, { jobId: jobId(generationId, attempt), priority }));
  }

  /** Takes back the first ring of a generation, as `ring` does it. A ring that stays leads a worker to nothing. */
  async remove(generationId: string): Promise<void> {
    await this.reach(async () => {
      const job = await this.queue.getJob(jobId(generationId, 0));
      // Bull refuses while a worker holds the job, on its way to find nothing to do.
      await job?.remove().catch(() => undefined);
    });
  }

  private async reach(work: () => Promise<unknown>): Promise<boolean> {
    try {
      if (AWAY.includes(this.queue.client.status)) throw new Error('Redis is away');
      await withTimeout(work(), ENQUEUE_TIMEOUT_MS, () => new Error(`no answer within ${ENQUEUE_TIMEOUT_MS} ms`));
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  private complain(error: unknown): void {
    if (performance.now() - this.complainedAt < COMPLAIN_EVERY_MS) return;
    this.complainedAt = performance.now();
    this.logger.warn(`No ring reached Redis (${String(error)}); the sweeper repeats what was lost`);
  }
}
