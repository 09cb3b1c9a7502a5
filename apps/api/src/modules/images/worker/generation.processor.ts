import { InjectQueue } from '@nestjs/bull';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Semaphore, type SemaphoreInterface } from 'async-mutex';
import type { Queue } from 'bull';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { acquireSlot } from '../../../platform/acquire-slot.js';
import { EngineCapacity } from './claiming/engine-capacity.js';
import { GenerateImages } from './generate-images.js';
import { closeQueue, listen } from '../../../platform/queue/bull-queue.js';
import { CONSUMER_QUEUE, type GenerationJob } from '../generation/queue/generation-queue-ends.js';
import { WORKER_TIMES, type WorkerTimes } from './worker-times.js';
import { waitingGenerations } from './claiming/waiting-rows.js';
import { inBackground } from '../../../platform/process/in-background.js';

const RELEASE_WITHIN_MS = 2_000;
const PAUSE_WITHIN_MS = 1_000;

/** Works on notifications, and polls Postgres for lost ones, due retries and generations of dead workers. */
@Injectable()
export class GenerationProcessor implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(GenerationProcessor.name);
  private readonly slots: Semaphore;
  private readonly running = new Set<Promise<boolean>>();
  private readonly closing = new AbortController();
  private readonly stop = new AbortController();
  private polling: NodeJS.Timeout | undefined;
  /** Notifications found no room, or a locked generation: what they were for waits in Postgres. */
  private hasSkippedJobs = false;

  constructor(
    @InjectQueue(CONSUMER_QUEUE) private readonly queue: Queue<GenerationJob>,
    private readonly generateImages: GenerateImages,
    private readonly capacity: EngineCapacity,
    private readonly dataSource: DataSource,
    @Inject(WORKER_TIMES) private readonly times: WorkerTimes,
  ) {
    this.slots = new Semaphore(capacity.concurrency);
    // Each running generation listens, and Node reports more than ten as a leak.
    setMaxListeners(0, this.closing.signal, this.stop.signal);
  }

  onApplicationBootstrap(): void {
    this.capacity.onFreed(() => this.pollSoon());
    listen(this.queue, this.capacity.concurrency, (job) => this.onNotification(job.data.generationId)).catch(
      (error: unknown) => {
        if (!this.closing.signal.aborted) this.logger.error(`Bull gave up: ${String(error)}`);
      },
    );
    this.pollLater();
  }

  /** Finishes running images and releases the rest for other workers. */
  async onModuleDestroy(): Promise<void> {
    this.closing.abort(new Error('closing'));
    clearTimeout(this.polling);
    // Would wait for a Redis that is away.
    await Promise.race([this.queue.pause(true, true).catch(() => undefined), pause(PAUSE_WITHIN_MS)]);
    await Promise.race([this.idle(), pause(this.times.stopWithinMs)]);
    this.stop.abort(new Error('stopping'));
    await Promise.race([this.idle(), pause(RELEASE_WITHIN_MS)]);
    await closeQueue(this.queue);
  }

  async poll(): Promise<number> {
    if (this.closing.signal.aborted || this.slots.isLocked() || !this.capacity.hasRoom()) return 0;
    const most = this.slots.getValue();
    const waiting = await waitingGenerations(this.dataSource, this.unclaimedMs(), most + 1);
    // Polled again when a slot becomes free.
    this.hasSkippedJobs &&= waiting.length > most;
    for (const { id } of waiting.slice(0, most)) {
      if (this.closing.signal.aborted || this.slots.isLocked()) break;
      const [, release] = await this.slots.acquire();
      this.inSlot(id, release).catch(() => undefined);
    }
    return Math.min(waiting.length, most);
  }

  /** Younger generations are left to Bull's notifications. */
  private unclaimedMs(): number {
    const isRedisAway = this.queue.client.status !== 'ready';
    return isRedisAway || this.hasSkippedJobs ? 0 : this.times.unclaimedAfterMs;
  }

  private async onNotification(generationId: string): Promise<void> {
    const release = await acquireSlot(this.slots, this.closing.signal);
    await this.inSlot(generationId, release);
  }

  /** Claims the first in the queue; the id that was notified is only for the log. */
  private async inSlot(notifiedId: string, release: SemaphoreInterface.Releaser): Promise<void> {
    const work = this.generateImages.run(this.stop.signal);
    this.running.add(work);
    try {
      if (await work) this.pollSoon();
      else this.hasSkippedJobs = true;
    } catch (error) {
      this.logger.error(
        `After the notification of generation ${notifiedId}: ${String(error)}`,
        error instanceof Error ? error.stack : undefined,
      );
      throw error;
    } finally {
      this.running.delete(work);
      release();
    }
  }

  private async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.allSettled(this.running);
  }

  private pollSoon(): void {
    setImmediate(() => void this.poll().catch(() => undefined));
  }

  private pollLater(): void {
    this.polling = setTimeout(() => inBackground(this.pollAndGoOn()), this.times.pollMs);
  }

  private async pollAndGoOn(): Promise<void> {
    try {
      if (this.dataSource.isInitialized) await this.poll();
    } catch (error) {
      this.logger.warn(`Postgres could not be asked for work: ${String(error)}`);
    }
    if (!this.closing.signal.aborted) this.pollLater();
  }
}

const pause = (ms: number): Promise<void> => sleep(ms, undefined, { ref: false });
