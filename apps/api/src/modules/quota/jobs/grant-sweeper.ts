import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { inTransaction } from '../../../platform/database/transaction.js';
import { claimSweep, expireGrantsOf, lockAccountsWithExpired } from '../persistence/grants.js';

const EVERY_MS = 60_000;
// Small enough that nobody who submits waits noticeably for the accounts of one batch.
const GRANTS_PER_BATCH = 200;

/**
 * Closes expired grants of all accounts, at boot and every minute. Any number of processes may run it: one works at a
 * time. The figures people see do not wait for it (reads leave expired grants out, a submission expires its own).
 */
@Injectable()
export class GrantSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(GrantSweeper.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): void {
    this.tick();
    this.timer = setInterval(() => this.tick(), EVERY_MS).unref();
  }

  /** Lets the batch that is running finish, before the pool is closed. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Sweeps until no account that is free to lock has an expired grant open; answers how many accounts it swept. */
  async sweep(): Promise<number> {
    let accounts = 0;
    for (;;) {
      const swept = this.stopped ? 0 : await this.sweepBatch();
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

  private tick(): void {
    this.running = this.running.then(async () => {
      if (!this.dataSource.isInitialized) return;
      try {
        await this.sweep();
      } catch (error) {
        this.log.error('Expired grants could not be swept; the next minute tries again', error);
      }
    });
  }
}
