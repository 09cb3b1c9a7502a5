import { InjectQueue } from '@nestjs/bull';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Queue } from 'bull';
import { setMaxListeners } from 'node:events';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { closeQueue, listen } from '../../../platform/queue/bull-queue.js';
import { DeliverWebhooks } from '../delivery/deliver-webhooks.js';
import { CONSUMER_QUEUE, type WebhookJob } from './webhook-queue.js';

/** Attempts of one process at once. They wait for others, so that they cost little. */
const CONCURRENCY = 50;

/** Delivers to an endpoint when Bull notifies it, or when the sweeper asks. */
@Injectable()
export class WebhookProcessor implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(WebhookProcessor.name);
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();

  constructor(
    @InjectQueue(CONSUMER_QUEUE) private readonly queue: Queue<WebhookJob>,
    private readonly deliver: DeliverWebhooks,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    // Each attempt listens, and Node takes more than ten for a leak.
    setMaxListeners(0, this.stopping.signal);
  }

  onApplicationBootstrap(): void {
    // Nobody could change or delete an endpoint.
    if (!this.config.features.publicApi) return;
    listen(this.queue, CONCURRENCY, ({ data }) => this.run(data.endpointId)).catch((error: unknown) => {
      if (!this.stopping.signal.aborted) this.logger.error(`Bull gave up: ${String(error)}`);
    });
  }

  /** Cuts what is under way short; another process attempts it again. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort(new Error('stopping'));
    await Promise.allSettled(this.running);
    await closeQueue(this.queue);
  }

  get freeSlots(): number {
    return CONCURRENCY - this.running.size;
  }

  /** Never rejects: what could not be written down is found by the sweeper. */
  async run(endpointId: string): Promise<void> {
    const work = this.deliver.run(endpointId, this.stopping.signal).catch((error: unknown) => {
      this.logger.warn(`Deliveries to ${endpointId} were cut short: ${String(error)}`);
    });
    this.running.add(work);
    await work;
    this.running.delete(work);
  }
}
