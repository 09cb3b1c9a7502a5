import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { ScheduledTask } from '../../../platform/scheduled-task.js';
import { recordLowCredits } from '../application/low-credits.js';
import { claimSweep, expireGrantsOf, lockAccountsWithExpired } from '../persistence/grants.js';
import { inBackground } from '../../../platform/process/in-background.js';

// Small enough that no submission waits noticeably for the accounts of a batch.
const GRANTS_PER_BATCH = 200;

/** Balances do not wait for it: reads leave expired grants out, and a submission expires its own. */
@Injectable()
export class GrantSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly task = new ScheduledTask(new Logger(GrantSweeper.name), () => this.sweep());

  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): void {
    inBackground(this.run());
  }

  @Interval(60_000)
  async run(): Promise<void> {
    if (this.dataSource.isInitialized) await this.task.run();
  }

  /** Lets the current batch finish before the pool is closed. */
  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }

  /** Until no lockable account has an open expired grant. Returns the number of swept accounts. */
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
      if (userIds.length === 0) return 0;
      for (const { userId, ...fall } of await expireGrantsOf(tx, userIds)) await recordLowCredits(tx, userId, fall);
      return userIds.length;
    });
  }
}
