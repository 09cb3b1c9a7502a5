import { InjectQueue } from '@nestjs/bull';
import { Injectable, Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { BestEffortQueue } from '../../../../platform/queue/best-effort-queue.js';
import { withTrace } from '../../../../platform/tracing/trace-jobs.js';
import { PRODUCER_QUEUE, type GenerationJob } from './generation-queue-ends.js';

export interface EnqueueRequest {
  generationId: string;
  attempt: number;
  priority: number;
}

const jobId = (generationId: string, attempt: number): string => `gen:${generationId}:${attempt}`;

/** Postgres holds the work itself: a lost notification costs time, and a surplus one nothing. */
@Injectable()
export class GenerationQueue {
  private readonly jobs: BestEffortQueue<GenerationJob>;

  constructor(@InjectQueue(PRODUCER_QUEUE) queue: Queue<GenerationJob>) {
    this.jobs = new BestEffortQueue(queue, new Logger(GenerationQueue.name));
  }

  /** Never throws, and never takes longer than a second. */
  async enqueue(request: EnqueueRequest): Promise<void> {
    await this.tryEnqueue(request);
  }

  tryEnqueue({ generationId, attempt, priority }: EnqueueRequest): Promise<boolean> {
    return this.jobs.reach((queue) =>
      queue.add(withTrace({ generationId }), { jobId: jobId(generationId, attempt), priority }),
    );
  }

  /** Removes the first notification. One that stays leads a worker to nothing. */
  async remove(generationId: string): Promise<void> {
    await this.jobs.reach(async (queue) => {
      const job = await queue.getJob(jobId(generationId, 0));
      // Bull refuses while a worker holds the job, on its way to find nothing to do.
      await job?.remove().catch(() => undefined);
    });
  }
}
