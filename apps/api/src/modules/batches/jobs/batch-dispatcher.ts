import { Inject, Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { withLease } from '../../../platform/database/with-lease.js';
import { USER_EVENTS, type UserEvents } from '../../../platform/events/user-events.js';
import { ScheduledTask } from '../../../platform/scheduled-task.js';
import { DispatchBatches } from '../application/dispatch-batches.js';
import { activeUsers } from '../persistence/dispatch-rows.js';
import { inBackground } from '../../../platform/process/in-background.js';

const EVERY_MS = 2_000;
const LEASE_SECONDS = 15;

/**
 * Dispatches batches in one process at a time: at once after a generation of their people changed or a batch began, and
 * every two seconds for what no event told.
 */
@Injectable()
export class BatchDispatcher implements OnModuleDestroy {
  private readonly task = new ScheduledTask(new Logger(BatchDispatcher.name), () => this.dispatchNotified());
  private readonly followed = new Map<string, () => void>();
  private isNotified = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly dispatch: DispatchBatches,
    @Inject(USER_EVENTS) private readonly events: UserEvents,
  ) {}

  @Interval(EVERY_MS)
  async run(): Promise<void> {
    if (this.dataSource.isInitialized) await this.task.run();
  }

  /** Never waits. What changes while a run is under way gets another run. */
  notify(): void {
    this.isNotified = true;
    inBackground(this.run());
  }

  async onModuleDestroy(): Promise<void> {
    for (const leave of this.followed.values()) leave();
    await this.task.stop();
  }

  private async dispatchNotified(): Promise<void> {
    do {
      this.isNotified = false;
      await this.follow();
      if (this.followed.size === 0) continue;
      await withLease(this.dataSource, 'batches', LEASE_SECONDS, (lost) =>
        this.dispatch.run(AbortSignal.any([lost, this.task.signal])),
      );
    } while (this.isNotified && !this.task.signal.aborted);
  }

  /** Listens to the people who have open batches, and to nobody else. */
  private async follow(): Promise<void> {
    const active = new Set(await activeUsers(this.dataSource));
    for (const [userId, leave] of this.followed) {
      if (active.has(userId)) continue;
      leave();
      this.followed.delete(userId);
    }
    for (const userId of active) {
      if (this.followed.has(userId)) continue;
      const listener = ({ name }: { name: string }): void => void (name === 'generation_changed' && this.notify());
      this.followed.set(userId, this.events.subscribe(userId, listener));
    }
  }
}
