import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { withLease } from '../../../platform/database/with-lease.js';
import { ScheduledTask } from '../../../platform/scheduled-task.js';
import { ReconcileBilling } from '../application/sync/reconcile-billing.js';

/** How long a process that died keeps others from continuing. */
const LEASE_SECONDS = 120;

/** Finds what lost webhooks would have told, and does what time alone makes due, in one process at a time. */
@Injectable()
export class Reconciler implements OnModuleDestroy {
  private readonly task = new ScheduledTask(new Logger(Reconciler.name), () => this.reconcile());

  constructor(
    private readonly dataSource: DataSource,
    private readonly billing: ReconcileBilling,
  ) {}

  @Interval(60_000)
  async run(): Promise<void> {
    if (this.dataSource.isInitialized) await this.task.run();
  }

  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }

  private reconcile(): Promise<unknown> {
    return withLease(this.dataSource, 'billing', LEASE_SECONDS, () => this.billing.run(this.task.signal));
  }
}
