import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { withLease } from '../../../../platform/database/with-lease.js';
import { ScheduledTask } from '../../../../platform/scheduled-task.js';
import { CloseImage } from '../../generation/closing/close-image.js';
import { GenerationQueue } from '../../generation/queue/generation-queue.js';
import { overdueImages, waitingGenerations } from '../claiming/waiting-rows.js';

const OVERDUE_AT_ONCE = 500;
const ENQUEUES_AT_ONCE = 500;
/** Later, a generation counts as not enqueued. */
const ENQUEUED_WITHIN_MS = 15_000;
/** How long a sweeper that died keeps others from sweeping: far less than the slack of a deadline. */
const LEASE_SECONDS = 15;

export interface Swept {
  failed: number;
  enqueued: number;
}

/** One process at a time, only to save work: each effect is guarded by its row. Nothing here waits for a storage. */
@Injectable()
export class Sweeper {
  readonly task = new ScheduledTask(new Logger(Sweeper.name), () => this.sweep());

  constructor(
    private readonly dataSource: DataSource,
    private readonly closing: CloseImage,
    private readonly generationQueue: GenerationQueue,
  ) {}

  sweep(): Promise<Swept | null> {
    return withLease(this.dataSource, 'sweep', LEASE_SECONDS, async () => ({
      failed: await this.failOverdue(),
      enqueued: await this.enqueueWaiting(),
    }));
  }

  /** All of them at once, because each has its promised deadline. */
  private async failOverdue(): Promise<number> {
    let failed = 0;
    for (;;) {
      const overdue = await overdueImages(this.dataSource, OVERDUE_AT_ONCE);
      let closed = 0;
      for (const { isLate, ...image } of overdue) {
        if (this.task.signal.aborted) return failed + closed;
        const code = isLate ? 'DEADLINE_EXCEEDED' : 'ENGINE_FAILED';
        if (await this.closing.fail(image, 'sweeper', code)) closed += 1;
      }
      failed += closed;
      if (overdue.length < OVERDUE_AT_ONCE || closed === 0) return failed;
    }
  }

  private async enqueueWaiting(): Promise<number> {
    let enqueued = 0;
    const waiting = await waitingGenerations(this.dataSource, ENQUEUED_WITHIN_MS, ENQUEUES_AT_ONCE);
    for (const { id, attempt, priority } of waiting) {
      // A Redis that refused one notification refuses the next.
      if (this.task.signal.aborted || !(await this.generationQueue.tryEnqueue({ generationId: id, attempt, priority })))
        break;
      enqueued += 1;
    }
    return enqueued;
  }
}
