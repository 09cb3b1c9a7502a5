import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { alone } from '../../../platform/database/alone.js';
import { dueRemovals, postponeRemoval } from '../persistence/account-removals.js';
import { RemoveAccount } from '../application/remove-account.js';

const EVERY_MS = 30_000;
const ACCOUNTS_AT_ONCE = 50;
/** After a failure, or when this process is about to end. */
const AGAIN_SECONDS = 60;

/** Finishes the removal of accounts that a request left behind. Any number of processes may run it: one works at a time. */
@Injectable()
export class RemovalSweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(RemovalSweeper.name);
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly dataSource: DataSource,
    private readonly removal: RemoveAccount,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running = this.running.then(() => this.tryToSweep());
    }, EVERY_MS).unref();
  }

  /** Lets the step that is running end, before the pool is closed. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    clearInterval(this.timer);
    await this.running;
  }

  /** Erases what is due; answers of how many accounts nothing was left. */
  async sweep(): Promise<number> {
    const erased = await alone(this.dataSource, 'account-removals', async () => {
      let accounts = 0;
      for (const userId of await dueRemovals(this.dataSource, ACCOUNTS_AT_ONCE)) {
        if (this.stopping.signal.aborted) break;
        if (await this.finish(userId)) accounts += 1;
      }
      return accounts;
    });
    return erased ?? 0;
  }

  private async finish(userId: string): Promise<boolean> {
    try {
      if (await this.removal.finish(userId, this.stopping.signal)) return true;
    } catch (error) {
      this.logger.warn(`The rest of account ${userId} could not be erased: ${String(error)}`);
    }
    await postponeRemoval(this.dataSource, userId, AGAIN_SECONDS);
    return false;
  }

  private async tryToSweep(): Promise<void> {
    try {
      if (this.dataSource.isInitialized && !this.stopping.signal.aborted) await this.sweep();
    } catch (error) {
      this.logger.warn(`Removed accounts could not be looked at: ${String(error)}`);
    }
  }
}
