import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { withLease } from '../../../platform/database/with-lease.js';
import { ScheduledTask } from '../../../platform/scheduled-task.js';
import { dueRemovals, postponeRemoval } from '../persistence/account-removals.js';
import { RemoveAccount } from '../application/remove-account.js';

const LEASE_SECONDS = 60;

const ACCOUNTS_AT_ONCE = 50;
const AGAIN_SECONDS = 60;

/** Finishes removals that a request left behind, in one process at a time. */
@Injectable()
export class RemovalSweeper implements OnModuleDestroy {
  private readonly logger = new Logger(RemovalSweeper.name);
  private readonly task = new ScheduledTask(this.logger, () => this.sweep());

  constructor(
    private readonly dataSource: DataSource,
    private readonly removal: RemoveAccount,
  ) {}

  @Interval(30_000)
  async run(): Promise<void> {
    if (this.dataSource.isInitialized) await this.task.run();
  }

  /** Lets the current step finish before the pool is closed. */
  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }

  async sweep(): Promise<number> {
    const erased = await withLease(this.dataSource, 'account-removals', LEASE_SECONDS, async () => {
      let accounts = 0;
      for (const userId of await dueRemovals(this.dataSource.manager, ACCOUNTS_AT_ONCE)) {
        if (this.task.signal.aborted) break;
        if (await this.finish(userId)) accounts += 1;
      }
      return accounts;
    });
    return erased ?? 0;
  }

  private async finish(userId: string): Promise<boolean> {
    try {
      if (await this.removal.finish(userId, this.task.signal)) return true;
    } catch (error) {
      this.logger.warn(`The rest of account ${userId} could not be erased: ${String(error)}`);
    }
    await postponeRemoval(this.dataSource.manager, userId, AGAIN_SECONDS);
    return false;
  }
}
