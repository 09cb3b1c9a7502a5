import { InjectQueue } from '@nestjs/bull';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { RINGING_QUEUE, type GenerateImageJob } from './queue.js';

const RING_TIMEOUT_MS = 1_000;
const COMPLAIN_EVERY_MS = 30_000;
const AWAY = ['reconnecting', 'close', 'end'];

export interface Ring {
  generationId: string;
  /** The attempt that the row shows, 0 before the first. */
  attempt: number;
  /** Smaller runs first. */
  priority: number;
  /** Rings only after so long. */
  delayMs?: number;
}

/**
 * Tells a worker that there may be something to do. Postgres holds the work itself, so that a ring that is lost costs
 * time until the next sweep, and one too many nothing.
 */
@Injectable()
export class Doorbell {
  private readonly logger = new Logger(Doorbell.name);
  private complainedAt = -Infinity;

  constructor(@InjectQueue(RINGING_QUEUE) private readonly queue: Queue<GenerateImageJob>) {}

  /** Never throws, and never takes longer than a second. */
  async ring(ring: Ring): Promise<void> {
    try {
      if (AWAY.includes(this.queue.client.status)) throw new Error('Redis is away');
      await inTime(this.add(ring), RING_TIMEOUT_MS);
    } catch (error) {
      this.complain(error);
    }
  }

  private async add({ generationId, attempt, priority, delayMs }: Ring): Promise<void> {
    const jobId = `gen:${generationId}:${attempt}`;
    await this.queue.add({ generationId }, { jobId, priority, ...(delayMs && { delay: delayMs }) });
  }

  private complain(error: unknown): void {
    if (performance.now() - this.complainedAt < COMPLAIN_EVERY_MS) return;
    this.complainedAt = performance.now();
    this.logger.warn(`No ring reached Redis (${String(error)}); the sweeper repeats what was lost`);
  }
}

/** Settles as `work` does, or rejects after `ms`; `work` may end later, unheard. */
async function inTime(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
