import { WEBHOOK_LOG_DAYS } from '@app/contracts';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { CONFIG } from '../../../platform/config/config.module.js';
import type { Config } from '../../../platform/config/config.js';
import { withLease } from '../../../platform/database/with-lease.js';
import { ScheduledTask } from '../../../platform/scheduled-task.js';
import { deleteOldEvents, findOverdueEndpoints, forgetFailures, readBacklog } from '../persistence/claim-delivery.js';
import { eraseDeletedEndpoints } from '../persistence/delete-endpoints.js';
import { watchBacklog } from './metrics.js';
import { WebhookProcessor } from './webhook-processor.js';
import { inBackground } from '../../../platform/process/in-background.js';

const LEASE_SECONDS = 15;
/** What is due for so long has not been notified. */
const UNHEARD_SECONDS = 2;
const OLD_EVENTS_AT_ONCE = 1_000;
const DELETED_AT_ONCE = 10_000;

/**
 * Finds deliveries of which the notification was lost, and deletes old ones and those of deleted endpoints. In one process
 * at a time. Without the public API, nothing is delivered, and no endpoint counts as failing.
 */
@Injectable()
export class DeliverySweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task = new ScheduledTask(new Logger(DeliverySweeper.name), () => this.sweep());

  constructor(
    private readonly dataSource: DataSource,
    private readonly processor: WebhookProcessor,
    private readonly registry: SchedulerRegistry,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    if (config.features.publicApi) watchBacklog(() => readBacklog(this.dataSource));
  }

  onApplicationBootstrap(): void {
    const run = (): void => {
      if (this.dataSource.isInitialized) inBackground(this.task.run());
    };
    this.registry.addInterval('webhooks', setInterval(run, this.config.generation.sweepSeconds * 1_000));
  }

  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }

  /** Begins the deliveries without waiting for their ends. Null when another process sweeps at this moment. */
  sweep(): Promise<{ endpoints: number; deleted: number } | null> {
    return withLease(this.dataSource, 'webhooks', LEASE_SECONDS, async () => {
      const { publicApi } = this.config.features;
      if (!publicApi) await forgetFailures(this.dataSource);
      const free = publicApi ? this.processor.freeSlots : 0;
      const overdue = free > 0 ? await findOverdueEndpoints(this.dataSource, UNHEARD_SECONDS, free) : [];
      for (const endpointId of overdue) inBackground(this.processor.run(endpointId));
      await eraseDeletedEndpoints(this.dataSource, DELETED_AT_ONCE);
      const deleted = await deleteOldEvents(this.dataSource, WEBHOOK_LOG_DAYS, OLD_EVENTS_AT_ONCE);
      return { endpoints: overdue.length, deleted };
    });
  }
}
