import { InjectQueue } from '@nestjs/bull';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Semaphore, type SemaphoreInterface } from 'async-mutex';
import type { Queue } from 'bull';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { acquireSlot } from './acquire-slot.js';
import { GenerateImages } from './generate-images.js';
import { closeQueue, listen, CONSUMER_QUEUE, type GenerationJob } from '../generation/queue/bull-queues.js';
import { WORKER_TIMES, type WorkerTimes } from './worker-times.js';
import { waitingGenerations } from './claim-rows.js';

const RELEASE_WITHIN_MS = 2_000;
const PAUSE_WITHIN_MS = 1_000;

/**
 * When a worker looks for work: at Bull's rings, and, every few seconds, a look into Postgres for what nobody rang for: rings
 * that Redis lost, retries whose pause is over, generations of workers that died. While Redis is away it finds everything
 * there. Whatever made it look, it takes who is first in line.
 */
@Injectable()
export class GenerationProcessor implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(GenerationProcessor.name);
  private readonly slots: Semaphore;
  private readonly running = new Set<Promise<boolean>>();
  /** No new work. */
  private readonly closing = new AbortController();
  /** No work any more. */
  private readonly stop = new AbortController();
  private polling: NodeJS.Timeout | undefined;
  /** Jobs were dropped because all slots were taken; their generations wait in Postgres. */
  private hasLetGo = false;

  constructor(
    @InjectQueue(CONSUMER_QUEUE) private readonly queue: Queue<GenerationJob>,
    private readonly generateImage: GenerateImages,
    private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(WORKER_TIMES) private readonly times: WorkerTimes,
  ) {
    this.slots = new Semaphore(config.generation.workerConcurrency);
    // Each generation in hand listens, and Node takes more than ten for a leak.
    setMaxListeners(0, this.closing.signal, this.stop.signal);
  }

  onApplicationBootstrap(): void {
    listen(this.queue, this.config.generation.workerConcurrency, (job) => this.onRing(job.data.generationId)).catch(
      (error: unknown) => {
        if (!this.closing.signal.aborted) this.logger.error(`Bull gave up: ${String(error)}`);
      },
    );
    this.pollLater();
  }

  /** Takes nothing new, lets what is being painted finish, and gives the rest back to be painted by others at once. */
  async onModuleDestroy(): Promise<void> {
    this.closing.abort(new Error('closing'));
    clearTimeout(this.polling);
    // With Redis away this could wait for it; nothing would come from there anyway.
    await Promise.race([this.queue.pause(true, true).catch(() => undefined), pause(PAUSE_WITHIN_MS)]);
    await Promise.race([this.idle(), pause(this.times.stopWithinMs)]);
    this.stop.abort(new Error('stopping'));
    await Promise.race([this.idle(), pause(RELEASE_WITHIN_MS)]);
    await closeQueue(this.queue);
  }

  /** Takes what can be claimed and was not rung for, as much as there are free slots; answers how many. */
  async poll(): Promise<number> {
    if (this.closing.signal.aborted || this.slots.isLocked()) return 0;
    const isRedisAway = this.queue.client.status !== 'ready';
    const unheardMs = isRedisAway || this.hasLetGo ? 0 : this.times.unheardAfterMs;
    const most = this.slots.getValue();
    const waiting = await waitingGenerations(this.dataSource, unheardMs, most + 1);
    // What finds no slot now is looked for again when one becomes free.
    this.hasLetGo &&= waiting.length > most;
    for (const { id } of waiting.slice(0, most)) {
      if (this.closing.signal.aborted || this.slots.isLocked()) break;
      const [, release] = await this.slots.acquire();
      this.inSlot(id, release).catch(() => undefined);
    }
    return Math.min(waiting.length, most);
  }

  private async onRing(generationId: string): Promise<void> {
    const release = await acquireSlot(this.slots, this.closing.signal);
    await this.inSlot(generationId, release);
  }

  private async inSlot(generationId: string, release: SemaphoreInterface.Releaser): Promise<void> {
    const work = this.generateImage.run(generationId, this.stop.signal);
    this.running.add(work);
    try {
      if (await work) this.pollSoon();
      else this.hasLetGo = true;
    } catch (error) {
      this.logger.error(
        `Generation ${generationId}: ${String(error)}`,
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

  /** A slot becomes free. */
  private pollSoon(): void {
    setImmediate(() => void this.poll().catch(() => undefined));
  }

  private pollLater(): void {
    this.polling = setTimeout(() => void this.pollAndGoOn(), this.times.pollMs);
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
