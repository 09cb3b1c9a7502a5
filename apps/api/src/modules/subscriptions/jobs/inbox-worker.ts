import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { ScheduledTask } from '../../../platform/scheduled-task.js';
import { ProcessInbox } from '../application/sync/process-inbox.js';
import { PaymentProviders } from '../providers/payment-providers.js';

export const WEBHOOK_INBOX = 'webhook-inbox';

/** Runs in every process; each claims other rows. */
@Injectable()
export class InboxWorker implements OnModuleDestroy {
  private readonly task: ScheduledTask = new ScheduledTask(new Logger(InboxWorker.name), () =>
    this.inbox.run(this.task.signal),
  );

  constructor(
    private readonly dataSource: DataSource,
    private readonly inbox: ProcessInbox,
    private readonly providers: PaymentProviders,
  ) {}

  @Interval(WEBHOOK_INBOX, 1_000)
  async run(): Promise<void> {
    if (this.dataSource.isInitialized && this.providers.ids.length > 0) await this.task.run();
  }

  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }
}
