import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { ScheduledTask } from '../../../platform/scheduled-task.js';
import { claimSweep, expireGrantsOf, lockAccountsWithExpired } from '../persistence/grants.js';

// Small enough that nobody who submits waits noticeably for the accounts of one batch.
const GRANTS_PER_BATCH = 200;

/**
 * Closes expired grants of all accounts, at boot and every minute, in one process at a time. Balances do not wait for it:
 * reads leave expired grants out, and a submission expires its own.
 */
@Injectable()
export class GrantSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task = new ScheduledTask(new Logger(GrantSweeper.name), () => this.sweep());

  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): void {
    void this.run();
  }

  @Interval(60_000)
  async run(): Promise<void> {
    if (this.dataSource.isInitialized) await this.task.run();
  }

  /** Lets the batch under way finish before the pool is closed. */
  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }

  /** Sweeps until no account that is free to lock has an expired grant open. Returns how many accounts it swept. */
  async sweep(): Promise<number> {
    let accounts = 0;
    for (;;) {
      const swept = this.task.signal.aborted ? 0 : await this.sweepBatch();
      accounts += swept;
      if (swept === 0) return accounts;
    }
  }

  private sweepBatch(): Promise<number> {
    return inTransaction(this.dataSource, async (tx) => {
      if (!(await claimSweep(tx))) return 0;
      const userIds = await lockAccountsWithExpired(tx, GRANTS_PER_BATCH);
      if (userIds.length > 0) await expireGrantsOf(tx, userIds);
      return userIds.length;
    });
  }
}
